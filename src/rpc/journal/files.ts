/** Who may read a file, where the system knows users: its owner alone when it may hold a key. */
export type Readers = 'owner' | 'all';

/** A list of requests, or a whole chain. */
export type FileKind = 'dump' | 'state';

/** The file access that dumps and states need. Whoever provides it decides which paths are allowed; failures are thrown as -5. */
export interface Files {
  /** The content of a file. */
  read(path: string): Promise<Uint8Array>;
  /** Writes a file whole or not at all. It replaces nothing but a file of the same kind. */
  write(path: string, content: string | Uint8Array, kind: FileKind, readers: Readers): Promise<void>;
  /** A dump that grows. */
  list(path: string): ListFile;
}

/** A file with a JSON list. Whatever fails, the file holds a whole list at every moment: the one before, or the new one. */
export interface ListFile {
  /** Whether a path leads to this file. */
  isAt(path: string): Promise<boolean>;
  /** Writes the whole list; none at all removes the file. */
  replace(items: readonly string[], readers: Readers): Promise<void>;
  /** Adds items at the end. False when the file is not as it was left: then it has to be replaced. */
  append(items: readonly string[], readers: Readers): Promise<boolean>;
}
