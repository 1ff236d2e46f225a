import type { SendRequest } from '../requests/requests.ts';
import { type AmountLike, type BlockLike, type Hex, readAmount, readBlock, wrongValue } from '../values.ts';

/**
 * When blocks are made: one for each transaction, on demand, or at an interval in seconds. With a mempool, transactions wait until they are
 * selected, on demand or at an interval of the chain's clock.
 */
export type BlockMode = 'transaction' | 'demand' | number | 'mempool' | `mempool:${number}`;

/**
 * The blocks of a sandbox.
 *
 * @example
 * await box.blocks.setMode('demand');
 * await box.mint(alice.address, 5n);
 * await box.mint(bob.address, 5n);
 * await box.blocks.mine(); // one block with both
 */
export class BlockControls {
  readonly #request: SendRequest;

  /** @internal */
  constructor(request: SendRequest) {
    this.#request = request;
  }

  /**
   * The number of the latest block.
   *
   * @example
   * const before = await box.blocks.number();
   */
  number(): Promise<number> {
    return this.#request('starknet_blockNumber');
  }

  /**
   * Makes blocks: the open one first, then empty ones. Returns their hashes, oldest first.
   *
   * @example
   * await box.blocks.mine();
   * await box.blocks.mine(10, { secondsBetween: 30 });
   */
  async mine(
    count: AmountLike = 1,
    { secondsBetween = 0 }: { readonly secondsBetween?: AmountLike } = {},
  ): Promise<readonly Hex[]> {
    const made = await this.#request('devnet_mine', {
      blocks: readAmount(count, 'count', 53),
      seconds: readAmount(secondsBetween, 'secondsBetween', 64),
    });
    return made.block_hashes;
  }

  /**
   * Removes a block and all later ones, as a reorganisation would. Needs `stateArchiveCapacity: 'full'`.
   * Returns the hashes of the removed blocks, newest first.
   *
   * @throws SandboxError without that option, or when the block does not exist.
   * @example
   * const box = await Sandbox.create({ stateArchiveCapacity: 'full' });
   * await box.blocks.mine(6);
   * await box.blocks.abort(5);
   */
  async abort(from: BlockLike): Promise<readonly Hex[]> {
    const { aborted } = await this.#request('devnet_abortBlocks', {
      starting_block_id: readBlock(from, 'from'),
    });
    return aborted;
  }

  /**
   * Sets when blocks are made: for each transaction, on demand, or at an interval in seconds, and whether transactions wait in a mempool.
   *
   * @example
   * await box.blocks.setMode('demand');
   * await box.blocks.setMode(2); // every two seconds
   */
  async setMode(mode: BlockMode): Promise<void> {
    if (typeof mode !== 'number' && !/^(transaction|demand|mempool(:\d+)?)$/.test(mode))
      throw wrongValue('mode', "'transaction', 'demand', 'mempool', 'mempool:2' or a number of seconds", mode);
    await this.#request('devnet_setBlockMode', { mode });
  }

  /**
   * Marks a block and all earlier ones as accepted on L1. Returns the hashes of the newly accepted blocks, newest first.
   *
   * @example
   * await box.blocks.acceptOnL1();
   */
  async acceptOnL1(upTo: BlockLike = 'latest'): Promise<readonly Hex[]> {
    const { accepted } = await this.#request('devnet_acceptOnL1', {
      starting_block_id: readBlock(upTo, 'upTo'),
    });
    return accepted;
  }
}
