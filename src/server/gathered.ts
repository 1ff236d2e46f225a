const LEAST_CAPACITY = 1024;

/** Bytes that come in pieces, kept as one: a client that sends them singly must not fill the memory with their frames. */
export class Gathered {
  #bytes = Buffer.alloc(0);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(piece: Buffer): void {
    const size = this.#size + piece.length;
    if (size > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(size, 2 * this.#bytes.length, LEAST_CAPACITY));
      this.#bytes.copy(larger, 0, 0, this.#size);
      this.#bytes = larger;
    }
    piece.copy(this.#bytes, this.#size);
    this.#size = size;
  }

  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#size);
  }
}
