/** Who may read a file, where the system knows users: its owner alone when it may hold a key. */
export type Readers = 'owner' | 'all';

/** The file access that dumps need. Whoever provides it decides which paths are allowed; failures are thrown as -5. */
export interface Files {
  /** The text of a file. */
  read(path: string): Promise<string>;
  /** Writes a file whole or not at all. */
  write(path: string, content: string | Uint8Array, readers: Readers): Promise<void>;
  /** Adds an item to a file that holds a JSON list; a missing file becomes a list of it alone. */
  append(path: string, item: string, readers: Readers): Promise<void>;
  /** Removes a file if it is there. */
  remove(path: string): Promise<void>;
}
