// What a move removes. The page plays without asking the server: `above` says everything.

import type { Board } from './api';

/** The elements that remain and lie in the up-set of `index`, itself first. */
export function removedBy(board: Board, index: number, gone: readonly number[]): number[] {
  const seen = new Set([index]);
  for (const i of seen) for (const j of board.elements[i]!.above) if (!gone[j]) seen.add(j);
  return [...seen];
}

/**
 * For each element the number of the move that removed it, counted from 1, or 0 while it remains.
 */
export function removedAt(board: Board, moves: readonly string[]): number[] {
  const gone = board.elements.map(() => 0);
  const index = new Map(board.elements.map((element, i) => [element.name, i]));
  moves.forEach((move, k) => {
    const i = index.get(move);
    if (i !== undefined && !gone[i]) for (const j of removedBy(board, i, gone)) gone[j] = k + 1;
  });
  return gone;
}

/** How many of the moves are possible, played one after the other. */
export function possible(board: Board, moves: readonly string[]): number {
  const index = new Map(board.elements.map((element, i) => [element.name, i]));
  const gone = board.elements.map(() => 0);
  for (const [k, move] of moves.entries()) {
    const i = index.get(move);
    if (i === undefined || gone[i]) return k;
    for (const j of removedBy(board, i, gone)) gone[j] = 1;
  }
  return moves.length;
}

/** The connected parts of what remains, each a list of elements in order. */
export function components(board: Board, gone: readonly number[]): number[][] {
  const near = board.elements.map(() => [] as number[]);
  board.elements.forEach((element, i) => {
    if (!gone[i]) for (const j of element.above) if (!gone[j]) (near[i]!.push(j), near[j]!.push(i));
  });
  const found = new Set<number>();
  const parts: number[][] = [];
  board.elements.forEach((_, i) => {
    if (gone[i] || found.has(i)) return;
    const part = new Set([i]);
    for (const j of part) for (const k of near[j]!) part.add(k);
    for (const j of part) found.add(j);
    parts.push([...part].sort((a, b) => a - b));
  });
  return parts;
}
