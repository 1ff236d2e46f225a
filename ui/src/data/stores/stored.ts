// Texts that this browser stores for the page. The browser may forbid it: then they last until the page is closed.

/** A stored text; null if there is none. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // The store in memory has the value.
  }
}
