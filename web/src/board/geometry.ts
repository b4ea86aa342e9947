// Where things are on the board. Vertices may have been dragged; everything above them follows.

import type { Board, Element, Point } from '../api';
import type { Places } from '../game.svelte';

export function placesOf(board: Board, chosen: Places): Point[] {
  const at: Point[] = board.elements.map((element) => chosen.get(element.name) ?? element.at);
  board.elements.forEach((element, i) => {
    if (element.vertices.length) at[i] = middle(element.vertices.map((v) => at[v]!));
  });
  return at;
}

export interface Frame {
  x: number;
  y: number;
  w: number;
  h: number;
}

/**
 * The part of the plane that is shown: all of the board, or all of what the user has placed; small
 * boards are not blown up.
 */
export function frameOf(board: Board, chosen: Places): Frame {
  const all = [...chosen.values()];
  const numbered = board.parts.some((part) => part.number !== null);
  const around = (axis: 0 | 1) => all.flatMap((p) => [p[axis] - 0.7, p[axis] + 0.7]);
  const side = (length: number, axis: 0 | 1, least: number) => {
    const reach = all.length ? around(axis) : [axis && numbered ? -0.4 : 0, length];
    const [from, to] = [Math.min(...reach), Math.max(...reach)];
    const size = Math.max(to - from + 0.3, least);
    return { start: round((from + to - size) / 2), size: round(size) };
  };
  const [across, down] = [side(board.width, 0, 6.4), side(board.height, 1, 4.8)];
  return { x: across.start, y: down.start, w: across.size, h: down.size };
}

export function middle(points: Point[]): Point {
  const sum = points.reduce<Point>(([x, y], [px, py]) => [x + px, y + py], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

export function distance([a, b]: Point, [c, d]: Point): number {
  return Math.hypot(a - c, b - d);
}

function alongside(p: Point, a: Point, b: Point): number {
  const length = distance(a, b) ** 2 || 1;
  const t = Math.max(0, Math.min(1, ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length));
  return distance(p, [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]);
}

const ASIDE: Partial<Record<Element['kind'], Point>> = { vertex: [0.24, -0.24], node: [0.26, -0.24], coin: [0.5, 0] };

/** The middle of the badge with the value, beside a piece whose middle should stay free. */
export function badgeOf(element: Element, [x, y]: Point): Point {
  const [dx, dy] = ASIDE[element.kind] ?? [0, 0];
  return [x + dx, y + dy];
}

const ON_EDGES = [0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73];
const IN_TRIANGLES: [number, number, number][] = [[1, 1, 1], [2, 1, 1], [1, 2, 1], [1, 1, 2], [2, 2, 1], [2, 1, 2], [1, 2, 2], [4, 1, 1], [1, 4, 1], [1, 1, 4]];
const ENOUGH = 0.5;
/**
 * With less room than this around it, the mark of a triangle is left out; the list below the board
 * has it.
 */
const LEAST = 0.3;

/**
 * A triangle around all other vertices, as in the drawing of a sphere. The server takes it for a
 * place outside.
 */
export function isOuter(board: Board, i: number): boolean {
  const { kind, at, vertices } = board.elements[i]!;
  return kind === 'triangle' && distance(at, middle(vertices.map((v) => board.elements[v]!.at))) > 0.01;
}

function outside([, q, r]: Point[], centre: Point): Point {
  const edge = middle([q!, r!]);
  const stretch = 0.45 / Math.max(0.1, distance(edge, centre));
  return [edge[0] + (edge[0] - centre[0]) * stretch, edge[1] + (edge[1] - centre[1]) * stretch];
}

/**
 * A spot for the mark of each edge and triangle: on it, and apart from vertices and from other
 * marks where there is room.
 */
export function spotsOf(board: Board, at: Point[], gone: readonly number[]): Map<number, Point> {
  const { elements } = board;
  const taken: Point[] = elements.flatMap((element, i) => (element.vertices.length || gone[i] ? [] : [at[i]!, badgeOf(element, at[i]!)]));
  const edges = elements.flatMap(({ kind, vertices: [a, b] }, i) => (kind === 'edge' && !gone[i] ? [[at[a!]!, at[b!]!] as const] : []));
  const spots = new Map<number, Point>();
  const settle = (i: number, candidates: Point[], least: number, clear: (p: Point) => number) => {
    let best = candidates[0]!;
    let most = -1;
    for (const p of candidates) {
      const room = taken.reduce((room, q) => Math.min(room, distance(p, q)), Math.min(ENOUGH, clear(p)));
      if (room > most + 0.03) [best, most] = [p, room];
    }
    if (most < least) return;
    spots.set(i, best);
    taken.push(best);
  };
  const each = (kind: string, place: (i: number, corners: Point[]) => void) =>
    elements.forEach((element, i) => {
      if (element.kind === kind && !gone[i]) place(i, element.vertices.map((v) => at[v]!));
    });
  each('edge', (i, [a, b]) => {
    const candidates = ON_EDGES.map<Point>((t) => [a![0] + t * (b![0] - a![0]), a![1] + t * (b![1] - a![1])]);
    settle(i, candidates, 0, () => ENOUGH);
  });
  each('triangle', (i, corners) => {
    if (isOuter(board, i)) return settle(i, [outside(corners, at[i]!)], 0, () => ENOUGH);
    const candidates = IN_TRIANGLES.map<Point>((weights) => {
      const sum = weights[0] + weights[1] + weights[2];
      const along = (axis: 0 | 1) => corners.reduce((total, corner, k) => total + corner[axis] * weights[k]!, 0) / sum;
      return [along(0), along(1)];
    });
    settle(i, candidates, LEAST, (p) => 1.8 * Math.min(ENOUGH, ...edges.map(([a, b]) => alongside(p, a, b))));
  });
  return spots;
}

/** The convex hull, in order round it. */
export function hull(points: Point[]): Point[] {
  const sorted = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const half = (list: Point[]) => {
    const chain: Point[] = [];
    for (const p of list) {
      while (chain.length > 1 && turn(chain.at(-2)!, chain.at(-1)!, p) <= 0) chain.pop();
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

function turn(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

export function polygon(points: Point[]): string {
  return points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ');
}

export function round(x: number): number {
  return Math.round(x * 1000) / 1000;
}

/** An arc from one point to another, a little short of both, bent to the left. */
export function arc([ax, ay]: Point, [bx, by]: Point, short: number): string {
  const [dx, dy] = [bx - ax, by - ay];
  const length = Math.hypot(dx, dy) || 1;
  const bend = Math.min(0.45, 0.18 * length);
  const [cx, cy] = [(ax + bx) / 2 + (dy / length) * bend, (ay + by) / 2 - (dx / length) * bend];
  const cut = ([x, y]: Point): Point => {
    const d = Math.hypot(cx - x, cy - y) || 1;
    return [x + ((cx - x) / d) * short, y + ((cy - y) / d) * short];
  };
  const [[sx, sy], [ex, ey]] = [cut([ax, ay]), cut([bx, by])];
  return `M${round(sx)} ${round(sy)}Q${round(cx)} ${round(cy)} ${round(ex)} ${round(ey)}`;
}

/** The nearest of the points in a direction; points far off the line count as further away. */
export function towards(from: Point, [dx, dy]: Point, points: Map<number, Point>): number | null {
  let best: number | null = null;
  let least = Infinity;
  for (const [i, [x, y]] of points) {
    const ahead = (x - from[0]) * dx + (y - from[1]) * dy;
    const aside = Math.abs((x - from[0]) * dy - (y - from[1]) * dx);
    if (ahead < 1e-6 || aside > 2.5 * ahead) continue;
    const cost = ahead + 2 * aside;
    if (cost < least) [best, least] = [i, cost];
  }
  return best;
}
