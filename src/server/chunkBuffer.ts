const LEAST_BLOCK = 1024;
const LARGEST_BLOCK = 2 ** 20;

/**
 * Collects chunks of bytes in a few large blocks. A client that sends single bytes must not fill the memory with an object for each, and
 * no byte is copied again while more arrive.
 */
export class ChunkBuffer {
  readonly #full: Buffer[] = [];
  #last = Buffer.alloc(0);
  /** Bytes used of the last block. */
  #used = 0;
  #size = 0;
  #capacity = 0;

  get size(): number {
    return this.#size;
  }

  /** The size of all blocks. */
  get capacity(): number {
    return this.#capacity;
  }

  add(piece: Buffer): void {
    let from = 0;
    while (from < piece.length) {
      if (this.#used === this.#last.length) this.#addBlock(piece.length - from);
      const copied = piece.copy(this.#last, this.#used, from);
      from += copied;
      this.#used += copied;
    }
    this.#size += piece.length;
  }

  #addBlock(wanted: number): void {
    if (this.#last.length > 0) this.#full.push(this.#last);
    const length = Math.max(LEAST_BLOCK, Math.min(Math.max(wanted, this.#capacity), LARGEST_BLOCK));
    this.#last = Buffer.allocUnsafeSlow(length);
    this.#used = 0;
    this.#capacity += length;
  }

  bytes(): Buffer {
    const last = this.#last.subarray(0, this.#used);
    return this.#full.length === 0 ? last : Buffer.concat([...this.#full, last], this.#size);
  }
}
