// An explanation as a few steps that can be drawn on the board. The first steps fold the position onto smaller ones;
// the last one says how that is decided: by its parts, by a theorem, or by a reply to every move.

import type { Board, By, Explanation, Step } from './api';
import { components } from './order';

export interface PartOf {
  position: string;
  worth: string;
  rule: string;
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
  position: string;
  worth: string;
  shape: string | null;
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
  if (claim.grundy_above !== undefined) return `more than ${claim.grundy_above}`;
  return claim.grundy_not === undefined ? 'unknown' : `not ${claim.grundy_not}`;
}

export function stages(explanation: Explanation, board: Board, gone: readonly number[]): Stage[] {
  const derivation = explanation.derivation;
  if (!derivation?.conclusion) return [];
  const { steps, maps } = derivation;
  const index = new Map(board.elements.map((element, i) => [element.name, i]));
  let inPlay = [...gone];
  let rename: Rename = (name) => name;
  const list: Stage[] = [];
  let step = steps[derivation.conclusion - 1];
  while (step && list.length < LONGEST) {
    const stage = bare(step);
    list.push(stage);
    if (step.involution !== undefined) fold(stage, maps[step.involution - 1] ?? {}, index, rename);
    stage.parts = [...(step.parts ?? []), ...(step.leaves ?? [])].map((part) => partOf(part, steps));
    if (step.parts) colourParts(stage, components(board, inPlay));
    step.witness?.forEach((names, colour) => {
      for (const name of names) mark(stage.colours, index.get(rename(name)), colour);
    });
    stage.moves = (step.moves ?? []).map(({ move, reply, leads_to }) => ({
      move: rename(move),
      reply: reply === undefined ? null : rename(reply),
      worth: worth(steps[leads_to.step - 1]?.claim ?? {}),
    }));
    if (!step.by) break;
    const fixed = stage.fixed;
    if (fixed) inPlay = inPlay.map((taken, i) => (fixed.has(i) ? taken : 1));
    rename = through(rename, step.by, maps);
    step = steps[step.by.step - 1];
  }
  return list;
}

function bare(step: Step): Stage {
  return {
    rule: step.rule,
    position: step.position,
    worth: worth(step.claim),
    shape: step.shape ?? null,
    swaps: [],
    fixed: null,
    colours: new Map(),
    parts: [],
    moves: [],
    positions: step.positions ?? null,
  };
}

function fold(stage: Stage, map: Record<string, string>, index: Map<string, number>, rename: Rename): void {
  stage.fixed = new Set();
  for (const [name, image] of Object.entries(map)) {
    const [i, j] = [index.get(rename(name)), index.get(rename(image))];
    if (i === undefined || j === undefined) continue;
    if (i === j) stage.fixed.add(i);
    else if (i < j) stage.swaps.push([i, j]);
  }
}

function partOf({ position, by }: { position: string; by: By }, steps: Step[]): PartOf {
  const step = steps[by.step - 1];
  return { position: tidy(position), worth: worth(step?.claim ?? {}), rule: step?.rule ?? '', shape: step?.shape ?? null, colour: null };
}

/** A part of a sum is written with empty games for the other parts; leave them out. */
export function tidy(position: string): string {
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
