// Who plays: a person against the program, two people, or the program against itself.

import { failureOf, stream, type Failure, type Level, type Reply } from './api';
import { game } from './game.svelte';
import { keep, recall } from './store';

export type Opponent = 'program' | 'person' | 'watch';
export const LEVELS: readonly Level[] = ['perfect', 'strong', 'fair', 'weak'];
const OPPONENTS: readonly Opponent[] = ['program', 'person', 'watch'];
const calm = matchMedia('(prefers-reduced-motion: reduce)');

class Players {
  opponent = $state<Opponent>(recall('opponent', OPPONENTS, 'program'));
  level = $state<Level>(recall('level', LEVELS, 'perfect'));
  /** The turn of the person against the program: 0 to begin. */
  person = $state(recall('begins', ['you', 'program'], 'you') === 'you' ? 0 : 1);
  thinking = $state(false);
  progress = $state.raw<{ positions: number; seconds: number } | null>(null);
  /** What the program said with its last move. */
  outlook = $state<Reply['outlook'] | null>(null);
  /** The program waits: after undo and the like, or because it was told to. */
  paused = $state(false);
  failure = $state.raw<Failure | null>(null);

  programsTurn = $derived(this.isProgram(game.turn));
  /** May a move be made by hand? Also for the program while it waits. */
  mayPlay = $derived(!game.over && (!this.programsTurn || this.paused));

  #work: AbortController | null = null;

  isProgram(turn: number): boolean {
    return this.opponent === 'watch' || (this.opponent === 'program' && turn !== this.person);
  }

  /** The name of the player, as the subject of a sentence. */
  name(turn: number): string {
    if (this.opponent === 'program') return turn === this.person ? 'You' : 'Chomplex';
    return turn === 0 ? 'First player' : 'Second player';
  }

  choose(opponent: Opponent): void {
    this.opponent = opponent;
    keep('opponent', opponent);
    this.resume();
  }

  setLevel(level: Level): void {
    this.level = level;
    keep('level', level);
  }

  begins(person: number): void {
    this.person = person;
    keep('begins', person ? 'program' : 'you');
    this.resume();
  }

  swap(): void {
    this.person = 1 - this.person;
    this.resume();
  }

  /** Stops a program that thinks; it waits then. */
  pause(): void {
    this.#work?.abort();
    this.paused = true;
  }

  resume(): void {
    this.#work?.abort();
    this.paused = false;
    this.failure = null;
    void this.move();
  }

  /** The game is at another point; what the program thought about is gone. */
  stop(): void {
    this.#work?.abort();
    this.outlook = null;
  }

  /** Lets the program move if it is its turn. */
  async move(): Promise<void> {
    if (!this.programsTurn || this.paused || game.over || !game.board) return;
    const work = new AbortController();
    this.#work?.abort();
    this.#work = work;
    this.thinking = true;
    this.failure = null;
    const started = performance.now();
    const body = { position: game.position, after: game.moves, level: this.level, seed: Math.floor(Math.random() * 2 ** 31) };
    let reply: Reply | null = null;
    try {
      await stream('reply', body, work.signal, (event) => {
        if (event.event === 'progress') this.progress = event;
        if (event.event === 'reply') reply = event;
      });
      const wait = (this.opponent === 'watch' ? 900 : calm.matches ? 0 : 350) - (performance.now() - started);
      if (wait > 0) await new Promise((done) => setTimeout(done, wait));
    } catch (error) {
      if (!work.signal.aborted) {
        this.failure = failureOf(error);
        this.paused = true;
      }
    } finally {
      if (this.#work === work) {
        this.thinking = false;
        this.progress = null;
      }
    }
    if (work.signal.aborted || reply === null) return;
    const { move, outlook }: Reply = reply;
    game.play(move);
    this.outlook = outlook;
  }
}

export const players = new Players();
