/** Where compiled classes are kept between runs: files of one folder, by plain names. Whoever provides it bounds its size. */
export interface ClassFiles {
  /** Undefined when there is no such file. */
  read(name: string): Promise<string | undefined>;
  /** Writes a file whole or not at all. */
  write(name: string, text: string): Promise<void>;
}
