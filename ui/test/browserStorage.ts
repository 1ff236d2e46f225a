/** What the page uses of `localStorage` and `sessionStorage`. */
type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A storage like a browser's. */
export function browserStorage(texts: Readonly<Record<string, string>> = {}): BrowserStorage {
  const stored = new Map(Object.entries(texts));
  return {
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, text) => void stored.set(key, text),
    removeItem: (key) => void stored.delete(key),
  };
}

/** The storage of a browser that forbids it: every use throws. */
export function forbiddenStorage(): BrowserStorage {
  const refuse = (): never => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  return { getItem: refuse, setItem: refuse, removeItem: refuse };
}
