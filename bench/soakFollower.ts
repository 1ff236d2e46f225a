/** The number and the sum of some hashes. */
export interface Tally {
  readonly count: number;
  readonly sum: bigint;
}

export const EMPTY_TALLY: Tally = { count: 0, sum: 0n };

const MASK = 2n ** 256n - 1n;

/** Adds a hash. Two clients that saw the same hashes have the same sum, in any order. */
export const addHash = ({ count, sum }: Tally, hash: string): Tally => ({
  count: count + 1,
  sum: (sum + BigInt(hash)) & MASK,
});

export const addTallies = (a: Tally, b: Tally): Tally => ({ count: a.count + b.count, sum: (a.sum + b.sum) & MASK });
export const isSameTally = (a: Tally, b: Tally): boolean => a.count === b.count && a.sum === b.sum;

interface Head {
  readonly block_number: number;
  readonly block_hash: string;
  readonly parent_hash: string;
}

/** A subscriber to heads and transactions. It only adds up their hashes, since a long run has too many to store. */
export class Follower {
  readonly #name: string;
  readonly #failures: string[];
  #last: Head | undefined;
  #heads = EMPTY_TALLY;
  #transactions = EMPTY_TALLY;

  constructor(name: string, failures: string[]) {
    this.#name = name;
    this.#failures = failures;
  }

  readonly onNotice = (method: string, result: unknown): void => {
    if (method === 'starknet_subscriptionNewHeads') this.#takeHead(result as Head);
    else if (method === 'starknet_subscriptionNewTransaction')
      this.#transactions = addHash(this.#transactions, (result as { transaction_hash: string }).transaction_hash);
  };

  #takeHead(head: Head): void {
    const last = this.#last;
    if (last && (head.block_number !== last.block_number + 1 || head.parent_hash !== last.block_hash))
      this.#failures.push(`${this.#name} was notified of head ${head.block_number} after ${last.block_number}`);
    this.#last = head;
    this.#heads = addHash(this.#heads, head.block_hash);
  }

  get received(): { readonly heads: Tally; readonly transactions: Tally; readonly count: number } {
    const [heads, transactions] = [this.#heads, this.#transactions];
    return { heads, transactions, count: heads.count + transactions.count };
  }
}
