// A complex that the user draws: points, edges, faces.

import type { Point } from '../api';
import { game, type Places } from '../game.svelte';

export type Tool = 'edge' | 'face' | 'delete';

/** A face as its points in increasing order. */
type Face = number[];

class Drawing {
  points = $state.raw<Map<number, Point>>(new Map());
  faces = $state.raw<Face[]>([]);
  tool = $state<Tool>('edge');
  picked = $state.raw<number[]>([]);

  expression = $derived(this.#expression());

  clear(): void {
    this.points = new Map();
    this.faces = [];
    this.picked = [];
    this.tool = 'edge';
  }

  /** Starts from what is left of the complex or graph on the board. */
  copy(): void {
    this.clear();
    if (!game.board) return;
    const { elements } = game.board;
    const points = new Map<number, Point>();
    const number = new Map<number, number>();
    const vertices = elements.map((_, i) => i).filter((i) => elements[i]!.kind === 'vertex' && !game.gone[i]);
    const numbered = vertices.every((i) => /^\d+,?$/.test(elements[i]!.label));
    vertices.forEach((i, k) => {
      const name = numbered ? parseInt(elements[i]!.label, 10) : k;
      number.set(i, name);
      points.set(name, game.places.get(elements[i]!.name) ?? elements[i]!.at);
    });
    this.points = centred(points);
    this.faces = elements
      .filter((element, i) => element.vertices.length > 1 && !game.gone[i])
      .map((element) => sorted(element.vertices.map((v) => number.get(v)!)));
  }

  addPoint(at: Point): void {
    let name = 0;
    while (this.points.has(name)) name += 1;
    this.points = new Map(this.points).set(name, at);
    if (this.tool === 'edge') this.picked = [];
  }

  movePoint(name: number, at: Point): void {
    this.points = new Map(this.points).set(name, at);
  }

  /** A point was clicked. */
  pick(name: number): void {
    if (this.tool === 'delete') this.#removePoint(name);
    else if (this.picked.includes(name)) this.picked = this.picked.filter((other) => other !== name);
    else this.picked = [...this.picked, name];
    if (this.tool === 'edge' && this.picked.length === 2) this.addFace();
  }

  /** Adds the face on the picked points, with everything below it. */
  addFace(): void {
    const face = sorted(this.picked);
    if (face.length < 2) return;
    const all = new Map(this.faces.map((old) => [old.join(), old]));
    for (let mask = 1; mask < 1 << face.length; mask++) {
      const part = face.filter((_, k) => mask & (1 << k));
      if (part.length > 1) all.set(part.join(), part);
    }
    this.faces = [...all.values()];
    this.picked = [];
  }

  /** Removes a face with everything above it. */
  removeFace(face: Face): void {
    this.faces = this.faces.filter((other) => !face.every((point) => other.includes(point)));
  }

  choose(tool: Tool): void {
    this.tool = tool;
    this.picked = [];
  }

  get places(): Places {
    const names = [...this.points.keys()];
    return new Map(names.map((name) => [String(name), this.points.get(name)!]));
  }

  #removePoint(name: number): void {
    const points = new Map(this.points);
    points.delete(name);
    this.points = points;
    this.removeFace([name]);
  }

  #expression(): string {
    const facets = this.faces.filter((face) => !this.faces.some((other) => other.length > face.length && face.every((point) => other.includes(point))));
    const lone = [...this.points.keys()].filter((name) => !this.faces.some((face) => face.includes(name)));
    const tokens = [...facets, ...lone.map((name) => [name])].map(token);
    if (!tokens.length) return '';
    return `${this.faces.some((face) => face.length > 2) ? 'complex' : 'graph'}[${tokens.join(' ')}]`;
  }
}

/** Moved to the middle of the paper. */
function centred(points: Map<number, Point>): Map<number, Point> {
  const at = [...points.values()];
  const shift = (axis: 0 | 1, size: number) => size / 2 - (Math.min(...at.map((p) => p[axis])) + Math.max(...at.map((p) => p[axis]))) / 2;
  const [dx, dy] = [shift(0, 12), shift(1, 8.5)];
  return new Map([...points].map(([name, [x, y]]) => [name, [x + dx, y + dy]]));
}

function sorted(face: Face): Face {
  return [...face].sort((a, b) => a - b);
}

/**
 * A face in the expression language: run together if every name is one character, else with commas,
 * a lone longer name in braces.
 */
function token(face: Face): string {
  if (face.every((point) => point < 10)) return face.join('');
  return face.length === 1 ? `{${face[0]},}` : face.join(',');
}

export const drawing = new Drawing();
