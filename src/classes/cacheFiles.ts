/** The files of a cache: a folder with files by plain names. The implementation limits its size. */
export interface CacheFiles {
  /** Undefined if the file does not exist. */
  read(name: string): Promise<string | undefined>;
  /** Writes a file completely or not at all. False if there is no place for files. */
  write(name: string, text: string): Promise<boolean>;
}
