// An explanation as a few steps that can be drawn on the board. The first steps fold the position
// onto smaller ones or play a winning move; the last one says how what is left is decided: by its
// parts, by a theorem, or by a reply to every move.

import type { Board, By, Explanation, Step } from './api';
import { components, removedBy } from './order';

export interface PartOf {
  position: string;
  worth: string;
  shape: string | null;
  /** Which of the colours its elements have on the board, if that is known. */
  colour: number | null;
}

export interface MoveOf {
  move: string;
  reply: string | null;
  worth: string;
}

export interface Stage {
  rule: string;
  worth: string;
  shape: string | null;
  /** The winning moves that were played before. */
  after: string[];
  /** What does not count any more. */
  off: Set<number>;
  /** Pairs that an involution swaps, and what it fixes. */
  swaps: [number, number][];
  fixed: Set<number> | null;
  /** A colour for each element that has one. */
  colours: Map<number, number>;
  parts: PartOf[];
  moves: MoveOf[];
  positions: number | null;
}

type Rename = (name: string) => string;

const LONGEST = 30;

export function worth(claim: Step['claim']): string {
  if (claim.grundy !== undefined) return `${claim.grundy}`;
  if (claim.grundy_at_least !== undefined) return `at least ${claim.grundy_at_least}`;
  return claim.grundy_not === undefined ? 'unknown' : `not ${claim.grundy_not}`;
}

/** The steps of an explanation. */
export function stages({ derivation }: Explanation, board: Board, gone: readonly number[]): Stage[] {
  if (!derivation?.conclusion) return [];
  const { steps, maps } = derivation;
  const index = new Map(board.elements.map((element, i) => [element.name, i]));
  const off = new Set<number>();
  const after: string[] = [];
  let rename: Rename = (name) => name;
  const list: Stage[] = [];
  let step = steps[derivation.conclusion - 1];
  while (step && list.length < LONGEST) {
    const stage: Stage = {
      rule: step.rule,
      worth: worth(step.claim),
      shape: step.shape ?? null,
      after: [...after],
      off: new Set(off),
      swaps: [],
      fixed: null,
      colours: new Map(),
      parts: [...(step.parts ?? []), ...(step.leaves ?? [])].map((part) => partOf(part, steps)),
      moves: (step.moves ?? []).map(({ move, reply, leads_to }) => ({
        move: rename(move),
        reply: reply === undefined ? null : rename(reply),
        worth: worth(steps[leads_to.step - 1]?.claim ?? {}),
      })),
      positions: step.positions ?? null,
    };
    list.push(stage);
    const taken = gone.map((move, i) => (move || off.has(i) ? 1 : 0));
    if (step.parts) colourParts(stage, components(board, taken));
    step.witness?.forEach((names, colour) => {
      for (const name of names) mark(stage.colours, index.get(rename(name)), colour);
    });
    let next = step.by;
    if (step.involution !== undefined) fold(stage, maps[step.involution - 1] ?? {}, index, rename, off);
    if (step.left_elements) twins(stage, board, taken, step.left_elements, rename, off);
    const win = step.moves?.find((move) => move.reply === undefined && steps[move.leads_to.step - 1]?.claim.grundy === 0);
    if (win && stage.worth !== '0') {
      const i = index.get(rename(win.move));
      if (i !== undefined) for (const j of removedBy(board, i, taken)) off.add(j);
      after.push(rename(win.move));
      next = win.leads_to;
    }
    if (!next) break;
    rename = through(rename, next, maps);
    step = steps[next.step - 1];
    if (step?.rule === 'mex' && !step.moves?.length) break;
  }
  return list;
}

/** The pairs that an involution swaps and what it fixes; only that counts from here on. */
function fold(stage: Stage, map: Record<string, string>, index: Map<string, number>, rename: Rename, off: Set<number>): void {
  stage.fixed = new Set();
  for (const [name, image] of Object.entries(map)) {
    const [i, j] = [index.get(rename(name)), index.get(rename(image))];
    if (i === undefined || j === undefined) continue;
    if (i === j) stage.fixed.add(i);
    else off.add(i);
    if (i < j) stage.swaps.push([i, j]);
  }
  if (stage.fixed.size) stage.off = new Set(off);
}

/** Twins cancel: what is not left over does not count any more. */
function twins(stage: Stage, board: Board, taken: number[], names: string[], rename: Rename, off: Set<number>): void {
  const left = new Set(names.map(rename));
  board.elements.forEach((element, i) => {
    if (!taken[i] && !left.has(element.name)) off.add(i);
  });
  stage.off = new Set(off);
}

function partOf({ position, by }: { position: string; by: By }, steps: Step[]): PartOf {
  const step = steps[by.step - 1];
  return { position: tidy(position), worth: worth(step?.claim ?? {}), shape: step?.shape ?? null, colour: null };
}

/** A part of a sum is written with empty games for the other parts; leave them out. */
function tidy(position: string): string {
  const rest = position.split(' + ').filter((part) => part !== 'antichain(0)');
  return rest.join(' + ') || 'nothing';
}

function colourParts(stage: Stage, parts: number[][]): void {
  parts.forEach((part, colour) => part.forEach((i) => stage.colours.set(i, colour)));
  if (parts.length === stage.parts.length) stage.parts.forEach((part, colour) => (part.colour = colour));
}

function mark(colours: Map<number, number>, i: number | undefined, colour: number): void {
  if (i !== undefined) colours.set(i, colour);
}

/** Names of the next step, turned into names on the board. */
function through(rename: Rename, by: By, maps: Record<string, string>[]): Rename {
  const map = by.map === null ? undefined : maps[by.map - 1];
  if (!map) return rename;
  const back = new Map(Object.entries(map).map(([name, image]) => [image, name]));
  return (name) => rename(back.get(name) ?? name);
}
