// The address of a game: `#wheel(5)/moves/0/12`. It reproduces the position and the moves.

import type { Game } from './api';

const READABLE = /%(?:28|29|2C|2B|3A|3B|5B|5D|3D)/g;

function escape(text: string): string {
  return encodeURIComponent(text).replace(READABLE, decodeURIComponent);
}

function unescape(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function toHash({ position, moves }: Game): string {
  return `#${escape(position)}${moves.length ? '/moves/' : ''}${moves.map(escape).join('/')}`;
}

export function fromHash(hash: string): Game | null {
  const [position, word, ...moves] = hash.replace(/^#/, '').split('/');
  if (!position) return null;
  return { position: unescape(position), moves: word === 'moves' ? moves.filter(Boolean).map(unescape) : [] };
}
