import type { Account, ResourceBoundsBN } from 'starknet';
import { STRK } from '../../support/wallet.ts';

/** What can be wrong with a bot. */
export type Mistake =
  /** It counts nonces itself, and counts one as used whatever became of the request. */
  | 'counts nonces by itself'
  /** It pays again with a new nonce when it got no answer, although the first payment may have been made. */
  | 'pays again without an answer'
  /** It leaves a payment out when it is refused, as if that were for good. */
  | 'leaves out what is refused'
  /** It waits for a transaction that it has the hash of, and for nothing else. */
  | 'waits for the hash alone';

export interface PayoutOptions {
  readonly account: Account;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly mistake?: Mistake | undefined;
}

const ATTEMPTS = 8;
const POLLS = 4;
const POLL_MS = 500;

/** Pays amounts out, one after the other, over a network that fails. */
export class PayoutBot {
  readonly #account: Account;
  readonly #sleep: (milliseconds: number) => Promise<void>;
  readonly #mistake: Mistake | undefined;
  #bounds: ResourceBoundsBN | undefined;
  #nonce: bigint | undefined;

  constructor({ account, sleep, mistake }: PayoutOptions) {
    this.#account = account;
    this.#sleep = sleep;
    this.#mistake = mistake;
  }

  /** Pays every amount once. Throws if it gives up. */
  async pay(to: string, amounts: readonly bigint[]): Promise<void> {
    const first = await this.#untilAnswered(() => this.#readNonce());
    this.#nonce = first;
    if (this.#mistake) for (const [i, amount] of amounts.entries()) await this.#payOne(to, amount, first + BigInt(i));
    else await this.#payAndLook(to, amounts, first);
  }

  /**
   * The amount at place i belongs to the nonce `first + i`, and to no other. Whatever was answered, the payments that were made are those whose
   * nonces are used now: one that a reorganisation has taken back is not among them any more.
   */
  async #payAndLook(to: string, amounts: readonly bigint[], first: bigint): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS * amounts.length; attempt++) {
      const nonce = await this.#untilAnswered(() => this.#readNonce());
      const amount = amounts[Number(nonce - first)];
      if (amount === undefined) return;
      await this.#send(to, amount, nonce).catch(() => (this.#bounds = undefined));
      for (let poll = 0; poll < POLLS; poll++) {
        if ((await this.#untilAnswered(() => this.#readNonce())) !== nonce) break;
        await this.#sleep(POLL_MS);
      }
    }
    throw new Error('the payments were given up');
  }

  #payOne(to: string, amount: bigint, nonce: bigint): Promise<void> {
    switch (this.#mistake) {
      case 'counts nonces by itself':
        return this.#payCounting(to, amount);
      case 'pays again without an answer':
        return this.#payAgain(to, amount);
      case 'leaves out what is refused':
        return this.#payOnce(to, amount, nonce);
      default:
        return this.#payWaiting(to, amount, nonce);
    }
  }

  async #payCounting(to: string, amount: bigint): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const nonce = this.#nonce!;
      this.#nonce = nonce + 1n;
      const isSent = await this.#send(to, amount, nonce).catch(() => undefined);
      if (isSent) return;
      this.#bounds = undefined;
      await this.#sleep(POLL_MS);
    }
    throw new Error(`the payment of ${amount} was given up`);
  }

  async #payAgain(to: string, amount: bigint): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const nonce = await this.#untilAnswered(() => this.#readNonce());
      const isSent = await this.#send(to, amount, nonce).catch(() => undefined);
      if (isSent) return;
      this.#bounds = undefined;
      await this.#sleep(POLL_MS);
    }
    throw new Error(`the payment of ${amount} was given up`);
  }

  async #payOnce(to: string, amount: bigint, nonce: bigint): Promise<void> {
    try {
      await this.#send(to, amount, nonce);
    } catch (error) {
      // The fees were estimated at the start.
      if (!/resource bounds|max fee|price/i.test(String((error as Error).message)))
        return this.#payAndLook(to, [amount], nonce);
    }
  }

  async #payWaiting(to: string, amount: bigint, nonce: bigint): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const sent = await this.#send(to, amount, nonce).catch(() => (this.#bounds = undefined));
      if (sent === undefined) {
        if ((await this.#untilAnswered(() => this.#readNonce())) > nonce) return;
        continue;
      }
      for (let poll = 0; poll < ATTEMPTS * POLLS; poll++) {
        const receipt = await this.#account.provider.getTransactionReceipt(sent.hash).catch(() => undefined);
        if (receipt) return;
        await this.#sleep(POLL_MS);
      }
      throw new Error(`the transaction ${sent.hash} never came`);
    }
    throw new Error(`the payment of ${amount} was given up`);
  }

  async #send(to: string, amount: bigint, nonce: bigint): Promise<{ readonly hash: string }> {
    const call = { contractAddress: STRK, entrypoint: 'transfer', calldata: [to, amount, 0n] };
    this.#bounds ??= (await this.#account.estimateInvokeFee(call, { nonce })).resourceBounds;
    const { transaction_hash } = await this.#account.execute(call, { nonce, resourceBounds: this.#bounds, tip: 0n });
    return { hash: transaction_hash };
  }

  async #readNonce(): Promise<bigint> {
    return BigInt(await this.#account.getNonce('latest'));
  }

  async #untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await ask();
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
        await this.#sleep(POLL_MS);
      }
    }
  }
}
