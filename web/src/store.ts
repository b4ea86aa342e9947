// Settings that outlive the page. Without storage (private windows) they live as long as the page.

export function recall<T extends string>(key: string, allowed: readonly T[], otherwise: T): T {
  try {
    const found = localStorage.getItem(`chomplex.${key}`) as T | null;
    return found && allowed.includes(found) ? found : otherwise;
  } catch {
    return otherwise;
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(`chomplex.${key}`, value);
  } catch {
    // Nothing to do: the setting is lost with the page.
  }
}
