/** What may wait for a slow reader. Nobody can read more than this later on anyway. */
const MOST_WAITING_CHARS = 4 * 2 ** 20;

/**
 * Standard output for a program that lives longer than its reader: writing never fails, and never fills the memory with
 * what nobody reads. Also keeps a closed standard error from ending the process.
 */
export class StandardOutput {
  #isOpen = true;

  constructor() {
    // A reader that has gone away (EPIPE), a terminal that was closed (EIO), a disk that is full (ENOSPC).
    process.stdout.on('error', () => {
      this.#isOpen = false;
    });
    process.stderr.on('error', () => undefined);
  }

  /** Whether the text was taken. */
  write(text: string): boolean {
    if (!this.#isOpen || process.stdout.writableLength > MOST_WAITING_CHARS) return false;
    process.stdout.write(text);
    return true;
  }

  /** Whether something waits for its reader. */
  get isWaiting(): boolean {
    return this.#isOpen && process.stdout.writableLength > 0;
  }
}
