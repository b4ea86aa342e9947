// The game on the board: a position, a line of moves, and how many of them have been played.

import { toHash } from './address';
import { failureOf, post, type Board, type BoardAnswer, type Failure, type Point } from './api';
import { frameOf, type Frame } from './board/geometry';
import { possible, removedAt, removedBy } from './order';

/** Places of vertices that the user has chosen, by the name of the vertex. */
export type Places = Map<string, Point>;

class CurrentGame {
  position = $state('');
  board = $state.raw<Board | null>(null);
  /** The moves played and those taken back, which can be played again. */
  line = $state.raw<string[]>([]);
  at = $state(0);
  failure = $state.raw<Failure | null>(null);
  places = $state.raw<Places>(new Map());
  frame = $state.raw<Frame>({ x: 0, y: 0, w: 1, h: 1 });

  moves = $derived(this.line.slice(0, this.at));
  key = $derived(toHash({ position: this.position, moves: this.moves }));
  gone = $derived(this.board ? removedAt(this.board, this.moves) : []);
  left = $derived(this.gone.filter((move) => !move).length);
  over = $derived(this.board !== null && this.left === 0);
  /** Whose turn it is: 0 for the player who began. */
  turn = $derived(this.at % 2);
  last = $derived(this.moves.at(-1) ?? null);

  /**
   * Called when the game is at another point: `new` for a position, `move` for a move, `walk` for
   * undo and the like.
   */
  changed: (how: 'new' | 'move' | 'walk') => void = () => {};

  #opening = new AbortController();

  /**
   * Puts a position on the board. Returns whether that worked; if not, the board stays as it is.
   */
  async open(position: string, moves: string[] = [], line: string[] = moves, places: Places = new Map()): Promise<boolean> {
    this.#opening.abort();
    this.#opening = new AbortController();
    try {
      const answer = await post<BoardAnswer>('board', { position }, this.#opening.signal);
      const played = possible(answer.board, moves);
      this.failure = played < moves.length ? impossible(moves[played]!, played) : null;
      this.position = answer.position;
      this.board = answer.board;
      this.line = played < moves.length ? moves.slice(0, played) : line;
      this.at = played;
      this.places = places;
      this.frame = frameOf(answer.board, places);
      return true;
    } catch (error) {
      const failure = failureOf(error);
      if (failure) this.failure = failure;
      return false;
    }
  }

  play(move: string): void {
    const i = this.index(move);
    if (i < 0 || this.gone[i]) return;
    if (this.line[this.at] !== move) this.line = [...this.moves, move];
    this.at += 1;
    this.failure = null;
    this.changed('move');
  }

  /** Goes to the position after this many moves. */
  go(at: number): void {
    const to = Math.max(0, Math.min(this.line.length, at));
    if (to === this.at) return;
    this.at = to;
    this.changed('walk');
  }

  index(move: string): number {
    return this.board?.elements.findIndex((element) => element.name === move) ?? -1;
  }

  removedBy(index: number): number[] {
    return this.board ? removedBy(this.board, index, this.gone) : [];
  }
}

function impossible(move: string, played: number): Failure {
  const message = `Move ${played + 1} of the address, “${move}”, is not possible; the board stands before it.`;
  return { message, detail: null, offset: null, length: null, hint: null };
}

export const game = new CurrentGame();
