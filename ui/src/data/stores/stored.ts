// Texts that this browser stores for the page. The browser may forbid it: then they last until the page is closed.

/** A stored text; null if there is none. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text. False if the browser forbids it or has no space left: the store in memory has the value. */
export function writeStored(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
