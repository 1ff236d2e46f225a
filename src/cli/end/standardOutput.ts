/** The most that is buffered for a slow reader. */
const MAX_WAITING_CHARS = 4 * 2 ** 20;

/**
 * Standard output for a program that may outlive its reader: writing never throws and buffers only a limited amount. It also keeps
 * a closed standard error from ending the process.
 */
export class StandardOutput {
  #isOpen = true;

  constructor() {
    // The reader ended (EPIPE), the terminal was closed (EIO) or the disk is full (ENOSPC).
    process.stdout.on('error', () => {
      this.#isOpen = false;
    });
    process.stderr.on('error', () => undefined);
  }

  /** Writes a text, or returns false if it was dropped. */
  write(text: string): boolean {
    if (!this.#isOpen || process.stdout.writableLength > MAX_WAITING_CHARS) return false;
    process.stdout.write(text);
    return true;
  }

  /** Whether a written text is not read yet. */
  get isWaiting(): boolean {
    return this.#isOpen && process.stdout.writableLength > 0;
  }
}
