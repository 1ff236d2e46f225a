import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/** How much the heap may grow before it is collected again, in percent. Unless it is set, V8 waits until it has four times the size. */
const PERCENT = { usual: 0, large: 100, busy: 50 } as const;

/** A heap that is larger is a large one: four times its size would be more than a gigabyte above it. */
const LARGE_HEAP_BYTES = 300 * 2 ** 20;
const LOOK_MILLISECONDS = 500;

/**
 * Lets V8 collect garbage more often while much work is under way, and while the chain is large. An answer of 20 MB leaves ten times as much
 * garbage, a chain that another one replaced is garbage too, and on a machine with much memory V8 keeps gigabytes of it. COST: a look at the
 * size of the heap twice a second, and more collections of a large one.
 */
export class Collector {
  #isBusy = false;
  #isLarge = false;

  constructor() {
    setInterval(() => this.#look(), LOOK_MILLISECONDS).unref();
  }

  /** Whether much work is under way. */
  set isBusy(isBusy: boolean) {
    this.#isBusy = isBusy;
    this.#set();
  }

  #look(): void {
    const isLarge = getHeapStatistics().used_heap_size > LARGE_HEAP_BYTES;
    if (isLarge === this.#isLarge) return;
    this.#isLarge = isLarge;
    this.#set();
  }

  #set(): void {
    const percent = this.#isBusy ? PERCENT.busy : this.#isLarge ? PERCENT.large : PERCENT.usual;
    setFlagsFromString(`--heap-growing-percent=${percent}`);
  }
}
