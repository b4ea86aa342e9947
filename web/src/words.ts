// Sentences about positions and moves.

import type { Answer, Board, Element, MoveAnswer, PartKind } from './api';

const NOUNS: Record<Element['kind'], string> = {
  vertex: 'point',
  edge: 'edge',
  triangle: 'triangle',
  face: 'face',
  cell: 'square',
  coin: 'counter',
  node: 'element',
};

const RULES: Record<PartKind, string> = {
  complex: 'Take a point, an edge or a face: everything that contains it goes too.',
  graph: 'Take a point or an edge: a point takes its edges with it.',
  hasse: 'Take an element: everything above it goes too.',
  bar: 'Take a square with everything to its right and below. Nobody takes the poisoned corner.',
  heaps: 'Take a counter: those on top of it go too.',
};

export function noun(element: Element): string {
  return `${NOUNS[element.kind]} ${element.label}`;
}

export function rule(board: Board): string {
  const kinds = new Set(board.parts.map((part) => part.kind));
  if (board.parts.length > 1 && kinds.size > 1) return 'Take anything, from one of the games: what lies on it goes too. The player who cannot move loses.';
  const [kind] = kinds;
  const box = board.elements.some(({ kind, label }) => kind === 'cell' && label.split(',').length > 2);
  if (box) return 'Take a square with everything to its right, below, and there in the layers after it. The player who cannot move loses.';
  return `${RULES[kind ?? 'hasse']} The player who cannot move loses.`;
}

export function count(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
}

/** What a move does, for people who do not see the board. */
export function moveLabel(element: Element, others: number, worth: Worth | undefined): string {
  const more = others ? `, and ${others} more with it` : '';
  return `Take ${noun(element)}${more}${worth === undefined ? '' : `: ${verdict(worth)}`}`;
}

/** The value that a move leaves, or else what is known of it in words. */
export type Worth = number | string;

export function verdict(worth: Worth): string {
  if (typeof worth === 'string') return worth;
  return worth === 0 ? 'wins' : `loses, leaves value ${worth}`;
}

/** What is known of a move whose value is not. */
export function partial(move: MoveAnswer): string | null {
  const { outcome, grundy_candidates: candidates, grundy_at_least: least } = move;
  const left = candidates ? `leaves one of ${candidates.join(', ')}` : least ? `leaves at least ${least}` : null;
  if (outcome === 'first') return left && least !== 1 ? `loses, ${left}` : 'loses';
  return left;
}

export function valueOf(answer: Answer): string | null {
  if (answer.grundy !== null) return `${answer.grundy}`;
  if (answer.grundy_candidates) return `one of ${answer.grundy_candidates.join(', ')}`;
  return answer.grundy_at_least === null ? null : `at least ${answer.grundy_at_least}`;
}

/** Splits an expression at the bytes that an error is about. */
export function around(text: string, offset: number, length: number): [string, string, string] {
  const bytes = new TextEncoder().encode(text);
  const part = (from: number, to: number) => new TextDecoder().decode(bytes.slice(from, to));
  return [part(0, offset), part(offset, offset + length), part(offset + length, bytes.length)];
}
