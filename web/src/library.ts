// What the server tells once: rules, families, the gallery.

import { get, type Family, type Gallery, type Rule } from './api';

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | null = null;
  return () => {
    asked ??= ask().catch((error: unknown) => {
      asked = null;
      throw error;
    });
    return asked;
  };
}

export const rules = once(async () => new Map((await get<{ rules: Rule[] }>('rules')).rules.map((rule) => [rule.id, rule])));
export const families = once(async () => (await get<{ families: Family[] }>('families')).families);
export const gallery = once(async () => (await get<Gallery>('gallery')).sections);
