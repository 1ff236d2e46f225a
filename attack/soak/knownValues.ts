import type { Random } from '../../test/support/random.ts';

/** How many values of a name are stored; a newer one replaces a random older one. */
const MOST_VALUES = 200;
/** The part of an answer that is searched for values. */
const MOST_VISITS = 2000;

/** Names that different methods give to the same thing. */
const SAME: Readonly<Record<string, string>> = {
  contract_address: 'address',
  sender_address: 'address',
  account_address: 'address',
  from_address: 'address',
  l2_contract_address: 'address',
  from_block: 'block_number',
  before: 'block_number',
  to_block: 'block_number',
  starting_block_hash: 'block_hash',
  parent_hash: 'block_hash',
  transactions: 'transaction_hash',
  selector: 'entry_point_selector',
  after: 'next',
  continuation_token: 'next',
};

/** The name of a result that is a bare value. */
const RESULTS: Readonly<Record<string, string>> = { snapshot: 'snapshot_id', getClassHashAt: 'class_hash' };

/** Values that the server gave before, by name: what `getBlocks` calls `block_hash` is a valid `block_hash` of any other method. */
export class KnownValues {
  readonly #values = new Map<string, unknown[]>();
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Forgets everything, when there is another chain. */
  clear(): void {
    this.#values.clear();
  }

  add(name: string, value: unknown): void {
    const key = String(value).startsWith('/box/') ? 'box_path' : (SAME[name] ?? name);
    const values = this.#values.get(key) ?? [];
    this.#values.set(key, values);
    if (values.length < MOST_VALUES) values.push(value);
    else values[this.#random.below(MOST_VALUES)] = value;
  }

  /** A value of this name; undefined if none is known. */
  pick(name: string): unknown {
    const values = this.#values.get(SAME[name] ?? name);
    return values && this.#random.pick(values);
  }

  /** Remembers the values of an answer. */
  learn(method: string, result: unknown): void {
    const bare = RESULTS[method] ?? (method.startsWith('subscribe') ? 'subscription_id' : undefined);
    if (bare && typeof result === 'string') this.add(bare, result);
    else this.#visit(result, '', { left: MOST_VISITS });
  }

  #visit(value: unknown, name: string, budget: { left: number }): void {
    if (budget.left-- <= 0) return;
    if (Array.isArray(value)) for (const item of value) this.#visit(item, name, budget);
    else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) this.#visit(item, key, budget);
    else if (name && (typeof value === 'number' || (typeof value === 'string' && value.length < 200)))
      this.add(name, value);
  }
}
