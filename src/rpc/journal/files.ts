import type { WriteFile } from '../../async/fileTarget.ts';

/** Who may read a file: only its owner if it may contain a key. */
export type Readers = 'owner' | 'all';

/** A list of requests, or a whole chain. */
export type FileKind = 'dump' | 'state';

/** File access for dumps and state files. The implementation decides which paths are allowed. Failures are thrown as -5. */
export interface Files {
  /** The content of a file. */
  read(path: string): Promise<Uint8Array>;
  /** Writes a file completely or not at all. It only replaces a file of the same kind. An error of whoever gives the content is thrown as it is. */
  write(path: string, content: string | Uint8Array | WriteFile, kind: FileKind, readers: Readers): Promise<void>;
  /** A dump that grows. */
  list(path: string): ListFile;
}

/** A file with a JSON list. Whatever fails, it always contains a complete list: the old one or the new one. */
export interface ListFile {
  /** Whether a path leads to this file. */
  isAt(path: string): Promise<boolean>;
  /** Writes the whole list. An empty list removes the file. */
  replace(items: readonly string[], readers: Readers): Promise<void>;
  /** Appends items. Returns false if the file was changed by another program; it must then be replaced. */
  append(items: readonly string[], readers: Readers): Promise<boolean>;
}
