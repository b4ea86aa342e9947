// The JSON of the API, as the Rust types of chomplex-api have it. This file is generated.

/** The answer to a request that is refused. */
export interface Refusal {
  /** Why. */
  error: Failure;
}

/** Why a request failed. */
export interface Failure {
  /** What is wrong, in one line. */
  message: string;
  /** The message as the command line prints it, with a caret under the place. */
  detail: string | null;
  /** The place, in bytes of the expression or text. */
  offset: number | null;
  /** Its length in bytes. */
  length: number | null;
  /** What to do. */
  hint: string | null;
}

/** In every answer, and in every line of a stream except progress. */
export interface Version {
  /** The version of the program. */
  chomplex: string;
  /** The version of the JSON answers. */
  format: number;
}

/** Rules by which positions are decided without search. */
export interface Rules {
  /** The rules. */
  rules: Rule[];
}

/** A rule. */
export interface Rule {
  /** Its id. */
  id: string;
  /** What it states. */
  statement: string;
  /** Where it is proved. */
  reference: string;
  /** Whether it keeps the value or only the winner. */
  keeps: string;
  /** A position to try it on. */
  example: string;
}

/** The families that expressions can name. */
export interface Families {
  /** The families. */
  families: Family[];
}

/** A family. */
export interface Family {
  /** Its name. */
  name: string;
  /** Its name and its arguments. */
  form: string;
  /** What it is. */
  about: string;
  /** A member. */
  example: string;
}

/** Positions worth a look, by subject. */
export interface Gallery {
  /** The sections. */
  sections: GallerySection[];
}

/** A section of the gallery. */
export interface GallerySection {
  /** Its title. */
  title: string;
  /** Its positions. */
  entries: GalleryEntry[];
}

/** A position of the gallery. */
export interface GalleryEntry {
  /** Its title. */
  title: string;
  /** The position, as an expression. */
  position: string;
  /** What is remarkable about it. */
  about: string;
  /** Where it comes from. */
  source: string;
}

/** A text as a position. */
export interface Reading {
  /** The position, as an expression. */
  position: string;
  /** The notation that the text was read in. */
  notation: string;
  /** What the text was taken for, and how to say otherwise, if something else could be meant. */
  note: string | null;
}

/** A game, laid out for drawing. */
export interface BoardAnswer {
  /** The starting position, as an expression. */
  position: string;
  /** The moves made since. */
  after: string[];
  /** The position after them, as an expression. */
  remaining: string;
  /** Where everything is drawn. */
  board: Board;
}

/** Where everything is drawn. A unit is about the size of a cell; y points downwards. */
export interface Board {
  /** The width of the picture. */
  width: number;
  /** Its height. */
  height: number;
  /** The parts of a sum, or a single part. */
  parts: BoardPart[];
  /** All elements of the starting position, in order. */
  elements: BoardElement[];
}

/** A part of a sum. */
export interface BoardPart {
  /** How it is drawn. */
  kind: PartKind;
  /** Its number in a sum, counted from 1. */
  number: number | null;
  /** Left, top, width and height. */
  box: [number, number, number, number];
}

/** How a part is drawn. */
export type PartKind = 'complex' | 'graph' | 'hasse' | 'bar' | 'heaps';

/** How an element is drawn. */
export interface BoardElement {
  /** Its name. */
  name: string;
  /** Its name inside its part. */
  label: string;
  /** The index of its part. */
  part: number;
  /** The figure that stands for it. */
  kind: ElementKind;
  /** Whether it is still there. */
  remaining: boolean;
  /** The length of the longest chain below it. */
  level: number;
  /** Its centre. */
  at: [number, number];
  /** The indices of the vertices of a face. */
  vertices: number[];
  /** The indices of the elements that cover it. */
  above: number[];
}

/** The figure that stands for an element. */
export type ElementKind = 'vertex' | 'edge' | 'triangle' | 'face' | 'cell' | 'coin' | 'node';

/** What is known about a position, as `solve --json` prints it. */
export interface Answer {
  /** The position, as an expression. */
  position: string;
  /** The number of its elements. */
  elements: number;
  /** Who wins, if known. */
  outcome: Player | null;
  /** The Grundy value, if known. */
  grundy: number | null;
  /** The possible values, if the value is one of a few. */
  grundy_candidates: number[] | null;
  /** A lower bound for the value, if no more is known. */
  grundy_at_least: number | null;
  /** The winning moves. */
  winning_moves: WinningMoves;
  /** What the answer rests on; null if nothing is decided. */
  reason: Reason | null;
  /** The ids of the theorems, tables and tablebases that the answer relies on without proof. */
  assumed: string[];
  /** The resources used. */
  stats: Stats;
  /** The limit that stopped the work early, if one did. */
  stopped_by: string | null;
  /** How to find out more, if that is possible. */
  hint: string | null;
}

/** A player: the first is the one to move. */
export type Player = 'first' | 'second';

/** The known winning moves, one for each class. */
export interface WinningMoves {
  /** Whether these are all of them. */
  status: MovesStatus;
  /** One move of each class. */
  moves: WinningMove[];
}

/** Whether the listed winning moves are all of them. */
export type MovesStatus = 'all' | 'some' | 'none-known' | 'not-sought';

/** A move that wins. */
export interface WinningMove {
  /** The name of the move. */
  move: string;
  /** The number of moves that symmetries carry it to, itself included. */
  orbit: number;
}

/** A summary of what the answer rests on. */
export interface Reason {
  /** The rule of the last step, or `search`. */
  rule: string;
  /** The reason in a few words. */
  summary: string;
  /** The number of steps. */
  steps: number;
  /** The parts of a sum. */
  parts?: ReasonPart[];
}

/** A part of a sum, and what is known about it. */
export interface ReasonPart {
  /** The part, as an expression. */
  position: string;
  /** What is known of its value. */
  claim: Claim;
  /** The rule that shows it. */
  rule: string;
}

/** What is claimed about a Grundy value: exactly one of the fields is there. */
export interface Claim {
  /** It is this number. */
  grundy?: number;
  /** It is not this number. */
  grundy_not?: number;
  /** It is this number or larger. */
  grundy_at_least?: number;
}

/** The resources that an answer took. */
export interface Stats {
  /** The number of positions examined. */
  positions: number;
  /** The time. */
  seconds: number;
  /** The peak memory of the process so far; 0 where it is not available. */
  peak_bytes: number;
}

/** Every move with the value it leads to, as `moves --json` prints them. */
export interface Moves {
  /** The position, as an expression. */
  position: string;
  /** Its Grundy value, if known. */
  grundy: number | null;
  /** The possible values, if the value is one of a few. */
  grundy_candidates: number[] | null;
  /** A lower bound for the value, if no more is known. */
  grundy_at_least: number | null;
  /** The moves, in the order of the elements. */
  moves: MoveOption[];
  /** The limit that stopped the work early, if one did. */
  stopped_by: string | null;
}

/** A move and what is known of the position after it. */
export interface MoveOption {
  /** The name of the move. */
  move: string;
  /** The Grundy value of the position after it, if known; with 0 the move wins. */
  grundy: number | null;
  /** Who wins the position after it, if known. */
  outcome: Player | null;
  /** The number of its class, from 1; symmetries carry the moves of a class into each other. */
  class: number;
  /** The possible values, if the value is one of a few. */
  grundy_candidates?: number[] | null;
  /** A lower bound for the value, if no more is known. */
  grundy_at_least?: number | null;
}

/** An explanation with its words. */
export interface Explanation {
  /** The position, as an expression. */
  position: string;
  /** The number of its elements. */
  elements: number;
  /** Who wins, if known. */
  outcome: Player | null;
  /** The Grundy value, if known. */
  grundy: number | null;
  /** The possible values, if the value is one of a few. */
  grundy_candidates: number[] | null;
  /** A lower bound for the value, if no more is known. */
  grundy_at_least: number | null;
  /** The winning moves. */
  winning_moves: WinningMoves;
  /** What the answer rests on; null if nothing is decided. */
  reason: Reason | null;
  /** The ids of the theorems, tables and tablebases that the answer relies on without proof. */
  assumed: string[];
  /** The resources used. */
  stats: Stats;
  /** The limit that stopped the work early, if one did. */
  stopped_by: string | null;
  /** How to find out more, if that is possible. */
  hint: string | null;
  /** Why it holds. */
  derivation: Derivation;
  /** The derivation in words. */
  text: string;
}

/** All steps of a derivation. Steps and maps are numbered from 1. */
export interface Derivation {
  /** The number of the last step; null if nothing is decided. */
  conclusion: number | null;
  /** The steps, each after those it uses. */
  steps: Step[];
  /** Isomorphisms between positions, from element to element. */
  maps: (Record<string, string>)[];
}

/** A step: a claim about a position and why it holds. Which fields follow depends on the rule. */
export interface Step {
  /** The position, as an expression. */
  position: string;
  /** What is claimed about its value. */
  claim: Claim;
  /** The id of the rule, `search`, `mex` or `reply`. */
  rule: string;
  /** The moves that the step looks at. */
  moves?: StepMove[];
  /** The parts of a sum. */
  parts?: StepPart[];
  /** The leaves of an ordinal sum. */
  leaves?: StepPart[];
  /** The number of positions that a search examined. */
  positions?: number;
  /** The tablebase that a search probed. */
  tablebase?: string;
  /** A lower bound for the steps of a proof that is too long to show; null if not known. */
  proof_steps_above?: number | null;
  /** The map of an involution that folds the position. */
  involution?: number;
  /** The position that twins leave, as an expression. */
  left?: string;
  /** The elements that twins leave, by their names. */
  left_elements?: string[];
  /** The step that the fold or the twins lead to. */
  by?: StepReference;
  /** The shape that a theorem recognised. */
  shape?: string;
  /** Sets of elements that show that the theorem applies. */
  witness?: string[][];
}

/** A move, and the step about the position after it or after the reply. */
export interface StepMove {
  /** The name of the move. */
  move: string;
  /** The reply to it. */
  reply?: string;
  /** The step about the position that is reached. */
  leads_to: StepReference;
}

/** A reference to an earlier step. */
export interface StepReference {
  /** The number of the step. */
  step: number;
  /** The map that carries the position here to the one of that step; null if they are equal. */
  map: number | null;
}

/** A part of a position, and the step about it. */
export interface StepPart {
  /** The part, as an expression. */
  position: string;
  /** The step about it. */
  by: StepReference;
}

/** The move that the program makes. */
export interface Reply {
  /** The name of the move. */
  move: string;
  /** What it means for the program. */
  outlook: Outlook;
  /** Whether the move gives away a won position; only lower levels do that. */
  mistake: boolean;
}

/** The state of a position for the player to move. */
export type Outlook = 'wins' | 'lost' | 'unsure';

/** How well the program plays. */
export type Level = 'perfect' | 'strong' | 'fair' | 'weak';
