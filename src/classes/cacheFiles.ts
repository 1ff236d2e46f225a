/** The files of a cache: a folder with files by plain names. The implementation limits its size. */
export interface CacheFiles {
  /** Undefined when there is no such file. */
  read(name: string): Promise<string | undefined>;
  /** Writes a file whole or not at all. */
  write(name: string, text: string): Promise<void>;
}
