// Texts that this browser stores for the page, or for this tab of it. The browser may forbid it: then they last until the page is closed.

/** Where a text is stored: for all pages of this address, or for one tab until it is closed. */
type Place = 'localStorage' | 'sessionStorage';

/** A stored text; null if there is none. */
export function readStored(key: string, place: Place = 'localStorage'): string | null {
  try {
    return globalThis[place].getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text. False if the browser forbids it or has no space left: the store in memory has the value. */
export function writeStored(key: string, text: string, place: Place = 'localStorage'): boolean {
  try {
    globalThis[place].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
