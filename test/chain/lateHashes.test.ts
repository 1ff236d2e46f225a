import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Mark, Sandbox } from '../../src/index.ts';
import fc from '../support/properties.ts';
import { transfer } from '../support/wallet.ts';

// Time must not pass, since blocks show it.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_900_000_000_000 }));
afterEach(() => void vi.useRealTimers());

/** An action on a chain. A look reads hashes of blocks, counted back from the newest. */
interface Step {
  readonly kind: 'transfers' | 'mine' | 'abort' | 'mark' | 'restore' | 'pause' | 'look' | 'lookInVain';
  readonly count: number;
}
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(
      'transfers',
      'transfers',
      'mine',
      'abort',
      'mark',
      'restore',
      'pause',
      'look',
      'look',
      'lookInVain',
    ),
    count: fc.integer({ min: 1, max: 13 }),
  }),
  { minLength: 4, maxLength: 16 },
);

interface Header {
  readonly block_hash: string;
  readonly block_number: number;
}

/** Performs actions on a new chain. */
class Walk {
  readonly box: Sandbox;
  #mark: Mark;

  private constructor(box: Sandbox) {
    this.box = box;
    this.#mark = box.snapshot();
  }

  static async start(): Promise<Walk> {
    return new Walk(await Sandbox.create({ seed: 3, accounts: 1, stateArchiveCapacity: 'full', journal: false }));
  }

  newest(): Promise<number> {
    return this.box.request('starknet_blockNumber');
  }

  header(block_id: object): Promise<Header> {
    return this.box.request<Header>('starknet_getBlockWithTxHashes', { block_id });
  }

  async step({ kind, count }: Step): Promise<void> {
    const newest = await this.newest();
    const number = Math.max(1, newest - count);
    switch (kind) {
      case 'transfers':
        for (let i = 0; i < count; i++) await this.transfer();
        return;
      case 'mine':
        await this.box.request('devnet_mine', { blocks: count });
        return;
      case 'abort':
        if (newest > 0) await this.box.request('devnet_abortBlocks', { starting_block_id: { block_number: number } });
        return;
      case 'mark':
        this.#mark = this.box.snapshot();
        return;
      case 'restore':
        this.box.restore(this.#mark);
        return;
      case 'pause':
        return new Promise((resolve) => void setImmediate(resolve));
      case 'look':
        await this.header({ block_number: Math.min(number, newest) });
        return;
      case 'lookInVain':
        await expect(this.header({ block_hash: '0x123' })).rejects.toThrow('Block not found');
    }
  }

  async transfer(): Promise<void> {
    const [account] = this.box.accounts;
    const contract_address = account!.address;
    const nonce = await this.box.request<string>('starknet_getNonce', { contract_address, block_id: 'latest' });
    await this.box.request('starknet_addInvokeTransaction', transfer(account!, BigInt(nonce), 0x77n, 5n));
  }

  /** Everything about every block, read by number and by hash. */
  async blocks(): Promise<unknown[]> {
    const all: unknown[] = [];
    for (let block_number = 0; block_number <= (await this.newest()); block_number++) {
      const block_id = { block_number };
      const { block_hash } = await this.header(block_id);
      expect((await this.header({ block_hash })).block_number).toBe(block_number);
      for (const method of ['getBlockWithReceipts', 'getStateUpdate'] as const)
        all.push(await this.box.request(`starknet_${method}`, { block_id }));
    }
    return all;
  }
}

test('a chain with deferred hashes equals one that computes each at once, whenever hashes are read', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (walked) => {
      const [late, eager] = [await Walk.start(), await Walk.start()];
      for (const step of walked) {
        await late.step(step);
        if (!step.kind.startsWith('look')) await eager.step(step);
        await eager.header({ block_number: await eager.newest() });
      }
      expect(await late.blocks()).toEqual(await eager.blocks());
      for (const { box } of [late, eager]) box.close();
    }),
    { numRuns: 10 },
  );
});

test('a block whose hash was never read is found by it, among the newest and far back', async () => {
  const walks = [await Walk.start(), await Walk.start()];
  for (const walk of walks) for (let i = 0; i < 25; i++) await walk.transfer();
  const [asked, unasked] = walks as [Walk, Walk];
  for (let number = 25; number >= 0; number--) {
    const { block_hash } = await asked.header({ block_number: number });
    expect((await unasked.header({ block_hash })).block_number).toBe(number);
  }
  for (const { box } of walks) box.close();
});

test('marks of the same chain share the hashes computed for either', async () => {
  const walk = await Walk.start();
  for (let i = 0; i < 5; i++) await walk.transfer();
  const mark = walk.box.snapshot();
  const { block_hash } = await walk.header({ block_number: 5 });
  await walk.step({ kind: 'abort', count: 3 });
  await expect(walk.header({ block_hash })).rejects.toThrow('Block not found');
  walk.box.restore(mark);
  expect((await walk.header({ block_hash })).block_number).toBe(5);
  walk.box.close();
});
