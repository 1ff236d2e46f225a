/** The number of values that a median is computed from. Of more, only every second, fourth and so on is kept. */
const MAX_VALUES = 1024;

/** Collects numbers for their minimum, median and maximum, in limited memory. The median is exact up to 1024 numbers. */
export class Sample {
  readonly #values: number[] = [];
  #stride = 1;
  #count = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;

  add(value: number): void {
    if (this.#count++ % this.#stride === 0) this.#values.push(value);
    this.#min = Math.min(this.#min, value);
    this.#max = Math.max(this.#max, value);
    if (this.#values.length <= MAX_VALUES) return;
    this.#stride *= 2;
    for (let i = 0; i * 2 < this.#values.length; i++) this.#values[i] = this.#values[i * 2]!;
    this.#values.length = Math.ceil(this.#values.length / 2);
  }

  get count(): number {
    return this.#count;
  }

  /** Of an even number of values, the median is the lower of the two in the middle. */
  get spread(): Spread {
    const sorted = this.#values.toSorted((a, b) => a - b);
    return this.#count === 0
      ? { min: 0, median: 0, max: 0 }
      : { min: this.#min, median: sorted[(sorted.length - 1) >> 1]!, max: this.#max };
  }
}

/** The least, the median and the largest of some values. */
export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}
