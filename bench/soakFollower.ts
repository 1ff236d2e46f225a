/** What some hashes add up to. */
export interface Tally {
  readonly count: number;
  readonly sum: bigint;
}

export const NOTHING: Tally = { count: 0, sum: 0n };

const MASK = 2n ** 256n - 1n;

/** With one more hash: whoever saw the same ones has the same sum. */
export const counted = ({ count, sum }: Tally, hash: string): Tally => ({
  count: count + 1,
  sum: (sum + BigInt(hash)) & MASK,
});

export const together = (a: Tally, b: Tally): Tally => ({ count: a.count + b.count, sum: (a.sum + b.sum) & MASK });
export const isSame = (a: Tally, b: Tally): boolean => a.count === b.count && a.sum === b.sum;

interface Head {
  readonly block_number: number;
  readonly block_hash: string;
  readonly parent_hash: string;
}

/** A subscriber to heads and transactions. It adds up what it is told: a long run tells too much to be kept. */
export class Follower {
  readonly #name: string;
  readonly #failures: string[];
  #last: Head | undefined;
  #heads = NOTHING;
  #transactions = NOTHING;

  constructor(name: string, failures: string[]) {
    this.#name = name;
    this.#failures = failures;
  }

  readonly onNotice = (method: string, result: unknown): void => {
    if (method === 'starknet_subscriptionNewHeads') this.#takeHead(result as Head);
    else if (method === 'starknet_subscriptionNewTransaction')
      this.#transactions = counted(this.#transactions, (result as { transaction_hash: string }).transaction_hash);
  };

  #takeHead(head: Head): void {
    const last = this.#last;
    if (last && (head.block_number !== last.block_number + 1 || head.parent_hash !== last.block_hash))
      this.#failures.push(`${this.#name} was told of head ${head.block_number} after ${last.block_number}`);
    this.#last = head;
    this.#heads = counted(this.#heads, head.block_hash);
  }

  get told(): { readonly heads: Tally; readonly transactions: Tally; readonly count: number } {
    const [heads, transactions] = [this.#heads, this.#transactions];
    return { heads, transactions, count: heads.count + transactions.count };
  }
}
