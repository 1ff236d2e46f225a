/** Where the bytes of a file go, piece by piece. Whoever gives bytes may change them when the promise has resolved. */
export interface FileTarget {
  append(bytes: Uint8Array): Promise<void>;
  /** Replaces the first bytes, when everything else is there. */
  replaceStart(bytes: Uint8Array): Promise<void>;
}

/** Gives the bytes of a file. */
export type WriteFile = (file: FileTarget) => Promise<unknown>;
