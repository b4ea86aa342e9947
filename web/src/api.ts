// The JSON API of `chomplex serve`, as the page uses it. docs/api.md describes it.

export type PartKind = 'complex' | 'graph' | 'hasse' | 'bar' | 'heaps';
export type ElementKind = 'vertex' | 'edge' | 'triangle' | 'face' | 'cell' | 'coin' | 'node';
export type Point = [number, number];

export interface Part {
  kind: PartKind;
  number: number | null;
  box: [number, number, number, number];
}

export interface Element {
  name: string;
  label: string;
  part: number;
  kind: ElementKind;
  remaining: boolean;
  level: number;
  at: Point;
  vertices: number[];
  above: number[];
}

export interface Board {
  width: number;
  height: number;
  parts: Part[];
  elements: Element[];
}

export interface BoardAnswer {
  position: string;
  after: string[];
  remaining: string;
  board: Board;
}

/**
 * A text as a position: the notation it was read in, and a note if something else could be meant.
 */
export interface Reading {
  position: string;
  notation: string;
  note: string | null;
}

export interface Answer {
  position: string;
  elements: number;
  outcome: 'first' | 'second' | null;
  grundy: number | null;
  grundy_candidates: number[] | null;
  grundy_at_least: number | null;
  winning_moves: { status: 'all' | 'some' | 'none-known' | 'not-sought'; moves: { move: string; orbit: number }[] };
  reason: { rule: string; summary: string; steps: number } | null;
  assumed: string[];
  stopped_by: string | null;
}

export interface MoveAnswer {
  move: string;
  grundy: number | null;
  /** Who wins after it, on the move. */
  outcome: 'first' | 'second' | null;
  grundy_candidates?: number[] | null;
  grundy_at_least?: number | null;
  class: number | null;
}

export interface MovesAnswer {
  grundy: number | null;
  moves: MoveAnswer[];
  stopped_by: string | null;
}

export interface By {
  step: number;
  map: number | null;
}

export interface Step {
  position: string;
  claim: { grundy?: number; grundy_not?: number; grundy_at_least?: number };
  rule: string;
  moves?: { move: string; reply?: string; leads_to: By }[];
  parts?: { position: string; by: By }[];
  leaves?: { position: string; by: By }[];
  involution?: number;
  by?: By;
  left?: string;
  shape?: string;
  witness?: string[][];
  positions?: number;
}

export interface Explanation extends Answer {
  text: string;
  derivation: { conclusion: number | null; steps: Step[]; maps: Record<string, string>[] } | null;
}

export interface Reply {
  move: string;
  outlook: 'wins' | 'lost' | 'unsure';
  mistake: boolean;
}

export type Level = 'perfect' | 'strong' | 'fair' | 'weak';

export interface Rule {
  id: string;
  statement: string;
  reference: string;
  keeps: string;
  example: string;
}

export interface Family {
  name: string;
  form: string;
  about: string;
  example: string;
}

export interface Gallery {
  sections: { title: string; entries: { title: string; position: string; about: string; source: string }[] }[];
}

export interface Game {
  position: string;
  moves: string[];
}

/** Why a request failed; `offset` and `length` count bytes of the expression. */
export interface Failure {
  message: string;
  detail: string | null;
  offset: number | null;
  length: number | null;
  hint: string | null;
}

export class ApiError extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

export type StreamEvent =
  | { event: 'progress'; positions: number; seconds: number }
  | ({ event: 'outcome' } & Answer)
  | ({ event: 'answer' } & Answer)
  | ({ event: 'moves' } & MovesAnswer)
  | ({ event: 'explanation' } & Explanation)
  | ({ event: 'reply' } & Reply)
  | { event: 'error'; error: Failure }
  | { event: 'done' };

/** What to show of anything that was thrown. A request that was aborted is no failure: null. */
export function failureOf(error: unknown): Failure | null {
  if (error instanceof ApiError) return error.failure;
  if (error instanceof DOMException && error.name === 'AbortError') return null;
  return plainFailure('The server does not answer. Is `chomplex serve` still running?');
}

function plainFailure(message: string): Failure {
  return { message, detail: null, offset: null, length: null, hint: null };
}

async function request(route: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const init: RequestInit =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  if (signal) init.signal = signal;
  const response = await fetch(`/api/v2/${route}`, init);
  if (response.ok) return response;
  const told: { error?: Failure } = await response.json().catch(() => ({}));
  throw new ApiError(told.error ?? plainFailure(`The server answers ${response.status}.`));
}

export async function get<T>(route: string): Promise<T> {
  return (await request(route, undefined)).json();
}

export async function post<T>(route: string, body: unknown, signal?: AbortSignal): Promise<T> {
  return (await request(route, body, signal)).json();
}

/** A file and the name that the server gives it, if any. */
export async function file(route: string, body: unknown, signal?: AbortSignal): Promise<{ blob: Blob; name: string | null }> {
  const response = await request(route, body, signal);
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '');
  return { blob: await response.blob(), name: name?.[1] ?? null };
}

/** Asks for an answer that comes line by line. Aborting cancels the work of the server as well. */
export async function stream(
  route: string,
  body: unknown,
  signal: AbortSignal,
  take: (event: StreamEvent) => void,
): Promise<void> {
  const response = await request(route, body, signal);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line) deliver(JSON.parse(line), take);
  }
  if (rest) deliver(JSON.parse(rest), take);
}

function deliver(event: StreamEvent, take: (event: StreamEvent) => void): void {
  if (event.event === 'error') throw new ApiError(event.error);
  take(event);
}
