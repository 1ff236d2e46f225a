import { fromCaller } from '../../text/callerStack.ts';
import type { SendRequest } from '../requests/requests.ts';
import { type AmountLike, type Hex, readAmount } from '../values.ts';

/** A moment: seconds since 1970, or a date. */
export type TimeLike = AmountLike | Date;

/**
 * The clock of a sandbox.
 *
 * @example
 * await box.time.increase(7 * 24 * 3600); // a week later, in a new block
 */
export class TimeControls {
  readonly #request: SendRequest;

  /** @internal */
  constructor(request: SendRequest) {
    this.#request = request;
  }

  /**
   * The time that the next transaction sees, in seconds since 1970.
   *
   * @example
   * const deadline = (await box.time.now()) + 3600n;
   */
  async now(): Promise<bigint> {
    const block = await this.#request('starknet_getBlockWithTxHashes', {
      block_id: 'pre_confirmed',
    });
    return BigInt(block.timestamp);
  }

  /**
   * Sets the clock, and makes an empty block with the new time. With `mine: false` the next block gets it instead. The time of a chain does
   * not go back, so a time before the latest block is refused; with `allowPast` it is set all the same, as `devnet_setTime` does.
   *
   * @throws RangeError for a time before that of the latest block.
   * @example
   * await box.time.set(new Date('2030-01-01'));
   */
  async set(
    time: TimeLike,
    { mine = true, allowPast = false }: { readonly mine?: boolean; readonly allowPast?: boolean } = {},
  ): Promise<void> {
    const seconds = readAmount(time instanceof Date ? Math.floor(time.getTime() / 1000) : time, 'time', 64);
    if (!allowPast) {
      const { timestamp } = await this.#request('starknet_getBlockWithTxHashes', { block_id: 'latest' });
      if (seconds < BigInt(timestamp))
        throw fromCaller(
          new RangeError(
            `time must not go back: ${seconds} is before the latest block (${timestamp}). Start the chain earlier with Sandbox.create({ startTime: ${seconds} }), or pass { allowPast: true }.`,
          ),
        );
    }
    await this.#request('devnet_setTime', { time: seconds, generate_block: mine });
  }

  /**
   * Moves the clock forward and makes an empty block. Returns the hash of that block.
   *
   * @example
   * await box.time.increase(3600);
   */
  async increase(seconds: AmountLike): Promise<Hex> {
    const made = await this.#request('devnet_increaseTime', {
      time: readAmount(seconds, 'seconds', 64),
    });
    return made.block_hash;
  }

  /**
   * Stops the clock: later blocks have the same time, until `unfreeze` or another time is set.
   *
   * @example
   * await box.time.freeze();
   */
  async freeze(): Promise<void> {
    await this.#request('devnet_freezeTime', { frozen: true });
  }

  /**
   * Lets the clock run again.
   *
   * @example
   * await box.time.unfreeze();
   */
  async unfreeze(): Promise<void> {
    await this.#request('devnet_freezeTime', { frozen: false });
  }
}
