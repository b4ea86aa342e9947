// The JSON API of `chomplex serve`, as the page uses it. docs/api.md describes it.

import type { Answer, Explanation, Failure, Moves, Reply } from './api-types';

export type {
  Answer,
  Board,
  BoardAnswer,
  Explanation,
  Failure,
  Family,
  Gallery,
  Level,
  PartKind,
  Reading,
  Reply,
  Rule,
  Step,
} from './api-types';
export type { BoardElement as Element, MoveOption as MoveAnswer, StepReference as By } from './api-types';

export type Point = [number, number];

export interface Game {
  position: string;
  moves: string[];
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
  | ({ event: 'moves' } & Moves)
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
