import { AbiError } from './abiError.ts';

/** Where in a value the work is, for errors: `argument `calls[0].to``. Counts values, which are bounded. */
export class Place {
  readonly #what: string;
  readonly #steps: string[] = [];
  #left: number;
  readonly #maxDepth: number;

  constructor(what: string, limits: { readonly values: number; readonly valueDepth: number }) {
    this.#what = what;
    this.#left = limits.values;
    this.#maxDepth = limits.valueDepth;
  }

  /** Does the work of an inner value: a member by its name, or an element by its index. */
  enter<T>(step: string | number, work: () => T): T {
    if (this.#steps.length >= this.#maxDepth) this.fail(`values nest deeper than ${this.#maxDepth} levels`);
    if (--this.#left < 0) this.fail('there are too many values');
    this.#steps.push(typeof step === 'number' ? `[${step}]` : `.${step}`);
    const result = work();
    this.#steps.pop();
    return result;
  }

  /** The error that a sentence about this place is. */
  fail(text: string): never {
    throw new AbiError(`${this}: ${text}`);
  }

  toString(): string {
    const path = this.#steps.join('').replace(/^\./, '');
    if (path === '') return this.#what;
    return this.#what === '' ? `\`${path}\`` : `${this.#what} \`${path}\``;
  }
}
