/** The files of a cache: a folder with files by plain names. The implementation limits its size. */
export interface CacheFiles {
  /** Undefined if the file does not exist. */
  read(name: string): Promise<string | undefined>;
  /** Writes a file completely or not at all. False if there is no place for files. */
  write(name: string, text: string): Promise<boolean>;
}

/** Files that take long to make, so that of several processes only one should. */
export interface ClaimedFiles extends CacheFiles {
  /** Tells other processes that this one is making a file. False if another one is making it. */
  claim(name: string): Promise<boolean>;
  /** Tells them that it is written, or will not be. */
  dropClaim(name: string): Promise<void>;
  /** Waits a few seconds at most, while another process is making a file. */
  waitForClaim(name: string): Promise<void>;
}
