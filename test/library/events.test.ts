import { describe, expect, test, vi } from 'vitest';
import { type CallLike, Sandbox, type SandboxEventName } from '../../src/index.ts';
import { invoke, STRK } from '../support/wallet.ts';

const NAMES: readonly SandboxEventName[] = ['block', 'transaction', 'event', 'print', 'reorg'];
const PRINTER = new URL('../../contracts/classes/printer.sierra.json', import.meta.url);

/** The names of everything that happens in a sandbox, in order. */
function record(box: Sandbox): string[] {
  const heard: string[] = [];
  for (const name of NAMES) box.on(name, () => heard.push(name));
  return heard;
}

describe('listeners', () => {
  test('hear what a request did before it is answered, in order', async () => {
    await using box = await Sandbox.create({ seed: 7, accounts: 2 });
    const heard = record(box);
    await box.blocks.mine(2);
    expect(heard.splice(0)).toEqual(['block', 'block']);
    const [alice, bob] = box.accounts;
    const { transactionHash } = await box.strk.write.transfer(bob!.address, 5n, { from: alice! });
    // The block, its transaction, the transfer and the transfer of the fee.
    expect(heard.splice(0)).toEqual(['block', 'transaction', 'event', 'event']);
    expect(transactionHash).toMatch(/^0x/);
  });

  test('get the objects of the specification', async () => {
    await using box = await Sandbox.create({ seed: 7, accounts: 2 });
    const blocks: unknown[] = [];
    const receipts: unknown[] = [];
    const events: unknown[] = [];
    box.on('block', (block) => blocks.push(block));
    box.on('transaction', (receipt) => receipts.push(receipt));
    box.on('event', (event) => events.push(event));
    const sent = await box.strk.write.transfer('0x77', 5n);
    expect(blocks).toMatchObject([{ block_number: 1, block_hash: sent.receipt.block_hash }]);
    expect(receipts).toEqual([sent.receipt]);
    expect(events).toMatchObject([
      { from_address: box.strk.address, transaction_hash: sent.transactionHash, block_number: 1 },
      { from_address: box.strk.address },
    ]);
  });

  test('in the open block hear of a transaction once', async () => {
    await using box = await Sandbox.create({ seed: 7, accounts: 2, blockGenerationOn: 'demand' });
    const heard = record(box);
    await box.strk.write.transfer('0x77', 5n);
    expect(heard.splice(0)).toEqual(['transaction', 'event', 'event']);
    await box.blocks.mine();
    expect(heard).toEqual(['block']);
  });

  test('hear prints of transactions, calls and failing estimates, and reorganisations', async () => {
    await using box = await Sandbox.create({ seed: 7, accounts: 1, stateArchiveCapacity: 'full' });
    const printer = await box.deploy(PRINTER);
    const texts: string[] = [];
    const reorgs: unknown[] = [];
    box.on('print', ({ text }) => texts.push(text));
    box.on('reorg', (reorg) => reorgs.push(reorg));
    await printer.read['print']!('hello');
    await box.execute(printer.populate['print']!('again') as CallLike);
    expect(texts.splice(0).map((text) => text.trim())).toEqual(['hello', 'again']);
    const [account] = box.accounts;
    const nonce = await box.request<string>('starknet_getNonce', {
      block_id: 'latest',
      contract_address: account!.address,
    });
    const printing = { to: BigInt(printer.address), entryPoint: 'print', calldata: [0n, 0x6f6b6179n, 4n] };
    const tooMuch = { to: BigInt(STRK), entryPoint: 'transfer', calldata: [0x99n, 2n ** 127n, 0n] };
    const estimate = (...calls: (typeof printing)[]) => {
      const { invoke_transaction } = invoke(account!, BigInt(nonce), ...calls);
      const request = { request: [invoke_transaction], simulation_flags: [], block_id: 'latest' };
      return box.request('starknet_estimateFee', request as never);
    };
    // A transaction that follows prints it again.
    await estimate(printing);
    expect(texts).toEqual([]);
    await expect(estimate(printing, tooMuch)).rejects.toThrow('insufficient balance');
    expect(texts.map((text) => text.trim())).toEqual(['okay']);
    const last = await box.blocks.number();
    await box.blocks.abort(last);
    expect(reorgs).toMatchObject([{ starting_block_number: last, ending_block_number: last }]);
  });

  test('end when they are taken off, each by itself, and at close', async () => {
    const box = await Sandbox.create({ seed: 7, accounts: 1 });
    let count = 0;
    const listener = () => void count++;
    const [first, second] = [box.on('block', listener), box.on('block', listener)];
    await box.blocks.mine();
    expect(count).toBe(2);
    first();
    first();
    await box.blocks.mine();
    expect(count).toBe(3);
    second();
    await box.blocks.mine();
    expect(count).toBe(3);
    box.on('block', listener);
    await box.blocks.mine();
    expect(count).toBe(4);
    await box.close();
  });

  test('of a clone hear only of the clone', async () => {
    await using box = await Sandbox.create({ seed: 7, accounts: 1 });
    const [here, there] = [record(box), record(box.clone())];
    await box.blocks.mine();
    expect([here, there]).toEqual([['block'], []]);
  });

  test('have to be functions, for events that exist', async () => {
    await using box = await Sandbox.create({ seed: 7, accounts: 1 });
    expect(() => box.on('blocks' as never, () => undefined)).toThrow(
      `There are no events called "blocks". Did you mean block?`,
    );
    expect(() => box.on('block', 5 as never)).toThrow('The listener must be a function.');
    expect(() => box.stream('blocks' as never)).toThrow('There are no events called');
  });
});

describe('a stream', () => {
  test('has everything since it was made, in order, until the loop is left', async () => {
    await using box = await Sandbox.create({ seed: 7, accounts: 1 });
    const stream = box.stream('block');
    await box.blocks.mine(3);
    const numbers: number[] = [];
    for await (const { block_number } of stream) {
      numbers.push(block_number);
      if (numbers.length === 2) void box.blocks.mine(2);
      if (numbers.length === 5) break;
    }
    expect(numbers).toEqual([1, 2, 3, 4, 5]);
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  test('ends at close, also for who waits', async () => {
    const box = await Sandbox.create({ seed: 7, accounts: 1 });
    const stream = box.stream('reorg');
    const [first, second] = [stream.next(), stream.next()];
    await box.close();
    expect(await Promise.all([first, second, stream.next()])).toEqual(
      Array.from({ length: 3 }, () => ({ done: true, value: undefined })),
    );
  });
});

test('a misspelt name leads to the right one', async () => {
  await using box = await Sandbox.create({ seed: 7, accounts: 1 });
  expect(() => box.on('blok' as never, () => undefined)).toThrow(
    `There are no events called "blok". Did you mean block?`,
  );
  expect(() => box.stream('everything' as never)).toThrow(
    'Listen to block, transaction, event, print, reorg, rebuild.',
  );
  const events = box.strk.events as unknown as Record<string, () => unknown>;
  expect(() => events['Transfr']!()).toThrow('The ABI has no event Transfr. Did you mean Transfer?');
  expect(Object.keys(events)).toEqual(['Transfer', 'Approval']);
});

test('an error of a listener is an uncaught error, and the chain and other listeners go on', async () => {
  await using box = await Sandbox.create({ seed: 7, accounts: 1 });
  const later = vi.spyOn(globalThis, 'setTimeout').mockReturnValue(0 as never);
  try {
    box.on('block', () => {
      throw new Error('of a listener');
    });
    let heard = 0;
    box.on('block', () => heard++);
    await box.blocks.mine();
    expect(heard).toBe(1);
    expect(later.mock.calls.map(([call]) => call)).toHaveLength(1);
    expect(later.mock.calls[0]![0]).toThrow('of a listener');
  } finally {
    later.mockRestore();
  }
  expect(await box.blocks.number()).toBe(1);
});
