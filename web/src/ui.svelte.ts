// What is shown: the open tab, the element under the pointer or the focus, values, marks, light or
// dark.

import { fromHash, toHash } from './address';
import { analysis, why } from './analysis.svelte';
import { game, type Places } from './game.svelte';
import { players } from './players.svelte';
import type { Stage } from './stages';
import { keep, recall } from './store';

export type Tab = 'play' | 'understand' | 'new' | 'share';
export type Theme = 'system' | 'light' | 'dark';
const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
export const START = 'wheel(5)';

class Ui {
  tab = $state<Tab>('play');
  showValues = $state(recall('values', ['on', 'off'], 'off') === 'on');
  /** The element that the pointer or the focus is on; its move is shown before it is played. */
  aim = $state<number | null>(null);
  /** The element that a finger has tapped once; the next tap takes it. */
  touched = $state<number | null>(null);
  hintWanted = $state(false);
  /**
   * A winning move to point out, if one was asked for; or that there is none, or none known; null
   * while that is not clear.
   */
  hint = $derived(this.hintWanted ? this.#hint() : null);
  /** The step of the explanation that is drawn on the board. */
  stage = $state.raw<Stage | null>(null);
  drawing = $state(false);
  /** The dialog that is open. */
  help = $state<false | 'help' | 'rules'>(false);
  /** The rule that the list of rules opens at. */
  rule = $state<string | null>(null);
  theme = $state<Theme>(recall('theme', THEMES, 'system'));

  setTheme(theme: Theme): void {
    this.theme = theme;
    keep('theme', theme);
    this.applyTheme();
  }

  applyTheme(): void {
    const root = document.documentElement;
    if (this.theme === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = this.theme;
  }

  setValues(on: boolean): void {
    this.showValues = on;
    keep('values', on ? 'on' : 'off');
    if (on) void analysis.start();
    else this.#rest();
  }

  show(tab: Tab): void {
    this.tab = tab;
    if (tab === 'understand') void analysis.start();
    else {
      this.stage = null;
      this.#rest();
    }
  }

  /** Nobody looks at the answer any more. */
  #rest(): void {
    if (this.tab !== 'understand' && !this.showValues && !this.hintWanted) analysis.cancel();
  }

  /** Points out a winning move, or says that there is none. */
  giveHint(): void {
    this.hintWanted = true;
    void analysis.start();
  }

  #hint(): { move: string } | 'lost' | 'unknown' | null {
    const answer = analysis.about === game.key ? analysis.found?.answer : null;
    const move = answer?.winning_moves.moves[0]?.move;
    if (answer?.outcome === 'second') return 'lost';
    if (move !== undefined) return { move };
    return analysis.running ? null : 'unknown';
  }

  /** Puts a new game on the board and its address into the history. */
  async begin(position: string, places?: Places): Promise<boolean> {
    if (!(await game.open(position, [], [], places))) return false;
    this.drawing = false;
    this.#arrived();
    players.resume();
    write('push');
    return true;
  }

  /** Follows the address. */
  async follow(): Promise<void> {
    const asked = fromHash(location.hash) ?? { position: START, moves: [] };
    if (game.board && toHash(asked) === game.key) return;
    const kept = history.state as Kept | null;
    const line = kept && asked.moves.every((move, i) => kept.line[i] === move) ? kept.line : asked.moves;
    players.stop();
    const opened = await game.open(asked.position, asked.moves, line);
    if (!opened && game.board === null) {
      const failure = game.failure;
      await game.open(START);
      game.failure = failure;
    }
    this.#arrived();
    if (kept) players.person = kept.person;
    else if (game.at && !game.over) players.person = game.turn;
    if (game.at === 0) players.resume();
    else players.paused = players.programsTurn;
    if (opened) write('replace');
  }

  undo(): void {
    const back = game.at - 1;
    game.go(players.isProgram(back % 2) && back > 0 && players.opponent === 'program' ? back - 1 : back);
  }

  redo(): void {
    const next = game.at + 1;
    const further = players.opponent === 'program' && players.isProgram(next % 2) && next < game.line.length;
    game.go(further ? next + 1 : next);
  }

  restart(): void {
    if (game.at) game.go(0);
    players.resume();
  }

  constructor() {
    game.changed = (how) => {
      players.stop();
      this.#arrived();
      write(how === 'move' && !players.isProgram((game.at - 1) % 2) ? 'push' : 'replace');
      players.paused = how === 'walk' && players.programsTurn;
      void players.move();
    };
  }

  #arrived(): void {
    this.aim = null;
    this.touched = null;
    this.hintWanted = false;
    this.stage = null;
    why.leave();
    if ((this.showValues || this.tab === 'understand') && !game.over) void analysis.start();
    else analysis.leave();
  }
}

/** What an entry of the history remembers beside its address. */
interface Kept {
  line: string[];
  person: number;
}

function write(how: 'push' | 'replace'): void {
  const state: Kept = { line: [...game.line], person: players.person };
  if (how === 'push' && location.hash !== game.key) history.pushState(state, '', game.key);
  else history.replaceState(state, '', game.key);
  document.title = `${game.position} · Chomplex`;
}

export const ui = new Ui();
