// What the server knows of the position on the board: the winner first, then the value, then the
// value of every move.

import { failureOf, stream, type Answer, type Explanation, type Failure } from './api';
import { game } from './game.svelte';
import { partial } from './words';

export interface Known {
  answer: Answer | null;
  /** The value of the position that each move leads to, by the name of the move. */
  values: Map<string, number> | null;
  /** What is known of moves whose value is not. */
  doubts: Map<string, string>;
  /** Whether it is known of every move whether it wins. */
  decided: boolean;
  finished: boolean;
}

const NOTHING: Known = { answer: null, values: null, doubts: new Map(), decided: false, finished: false };
const REMEMBERED = 300;

abstract class Work<T> {
  running = $state(false);
  progress = $state.raw<{ positions: number; seconds: number } | null>(null);
  failure = $state.raw<Failure | null>(null);
  found = $state.raw<T | null>(null);
  /** The game that `found` is about. */
  about = $state('');

  #abort: AbortController | null = null;
  #memory = new Map<string, T>();

  protected abstract ask(signal: AbortSignal, progress: (p: { positions: number; seconds: number }) => void): Promise<void>;
  protected abstract worthKeeping(found: T): boolean;

  /** Starts for the game on the board, unless that is under way or done. */
  async start(): Promise<void> {
    const key = game.key;
    if (this.about === key && (this.running || (this.found && this.worthKeeping(this.found)))) return;
    this.leave();
    this.about = key;
    const remembered = this.#memory.get(key);
    if (remembered) {
      this.found = remembered;
      return;
    }
    const abort = new AbortController();
    this.#abort = abort;
    this.running = true;
    try {
      await this.ask(abort.signal, (p) => (this.progress = p));
      if (!abort.signal.aborted && this.found && this.worthKeeping(this.found)) this.#remember(key, this.found);
    } catch (error) {
      if (!abort.signal.aborted) this.failure = failureOf(error);
    } finally {
      if (this.#abort === abort) this.#stopped();
    }
  }

  /** Cancels the work and keeps what is known so far. */
  cancel(): void {
    this.#abort?.abort();
    this.#stopped();
  }

  /** Cancels the work and forgets it. */
  leave(): void {
    this.cancel();
    this.found = null;
    this.failure = null;
    this.about = '';
  }

  #stopped(): void {
    this.#abort = null;
    this.running = false;
    this.progress = null;
  }

  #remember(key: string, found: T): void {
    this.#memory.set(key, found);
    const oldest = this.#memory.keys().next();
    if (this.#memory.size > REMEMBERED && !oldest.done) this.#memory.delete(oldest.value);
  }
}

class Analysis extends Work<Known> {
  protected async ask(signal: AbortSignal, progress: (p: { positions: number; seconds: number }) => void): Promise<void> {
    this.found = NOTHING;
    const know = (more: Partial<Known>) => {
      if (!signal.aborted) this.found = { ...(this.found ?? NOTHING), ...more };
    };
    await stream('solve', { position: game.position, after: game.moves }, signal, (event) => {
      if (event.event === 'progress') progress(event);
      if (event.event === 'outcome' || event.event === 'answer') know({ answer: event });
      if (event.event === 'moves') {
        const known = event.moves.filter((move) => move.grundy !== null);
        const doubts = event.moves.flatMap((move) => {
          const words = move.grundy === null ? partial(move) : null;
          return words === null ? [] : [[move.move, words] as const];
        });
        know({
          values: new Map(known.map((move) => [move.move, move.grundy as number])),
          doubts: new Map(doubts),
          decided: event.moves.every((move) => move.outcome !== null),
        });
      }
    });
    know({ finished: true });
  }

  protected worthKeeping(found: Known): boolean {
    return found.finished;
  }
}

class Why extends Work<Explanation> {
  protected async ask(signal: AbortSignal, progress: (p: { positions: number; seconds: number }) => void): Promise<void> {
    await stream('explain', { position: game.position, after: game.moves }, signal, (event) => {
      if (event.event === 'progress') progress(event);
      if (event.event === 'explanation' && !signal.aborted) this.found = event;
    });
  }

  protected worthKeeping(): boolean {
    return true;
  }
}

export const analysis = new Analysis();
export const why = new Why();
