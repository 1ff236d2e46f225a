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

  /** What was collected so far. */
  get values(): SampledValues {
    return { count: this.#count, min: this.#min, max: this.#max, stride: this.#stride, kept: this.#values };
  }
}

/** What a sample has collected. */
export interface SampledValues {
  readonly count: number;
  readonly min: number;
  readonly max: number;
  /** Each kept value stands for this many. */
  readonly stride: number;
  readonly kept: readonly number[];
}

/** The least, the median and the largest of some values. */
export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

/** The spread of several samples together. Of an even number of values, the median is the lower of the two in the middle. */
export function spreadOf(samples: readonly SampledValues[]): Spread {
  const filled = samples.filter(({ count }) => count > 0);
  if (filled.length === 0) return { min: 0, median: 0, max: 0 };
  return {
    min: Math.min(...filled.map(({ min }) => min)),
    median: medianOf(filled),
    max: Math.max(...filled.map(({ max }) => max)),
  };
}

function medianOf(samples: readonly SampledValues[]): number {
  const weighted = samples.flatMap(({ kept, stride }) => kept.map((value) => ({ value, weight: stride })));
  weighted.sort((a, b) => a.value - b.value);
  const half = weighted.reduce((total, { weight }) => total + weight, 0) / 2;
  let passed = 0;
  return weighted.find(({ weight }) => (passed += weight) >= half)!.value;
}
