const FIRST_CAPACITY = 1024;

/** A list of numbers below 2^32. */
export class Numbers {
  #list = new Uint32Array(FIRST_CAPACITY);
  length = 0;

  push(value: number): void {
    if (this.length === this.#list.length) {
      const larger = new Uint32Array(2 * this.length);
      larger.set(this.#list);
      this.#list = larger;
    }
    this.#list[this.length++] = value;
  }

  /** All of them, and room for more. It is replaced as the list grows. */
  get array(): Uint32Array {
    return this.#list;
  }

  at(index: number): number {
    return this.#list[index]!;
  }

  set(index: number, value: number): void {
    this.#list[index] = value;
  }
}
