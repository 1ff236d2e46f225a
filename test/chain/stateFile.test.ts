import { beforeEach, describe, expect, test, vi } from 'vitest';
import { balanceAddress } from '../../src/chain/value/token.ts';
import { formatFelt, toFelt } from '../../src/felt/felt.ts';
import { Sandbox, type SandboxOptions } from '../../src/index.ts';
import { writeJson } from '../../src/json/writeJson.ts';
import { StoredRecord } from '../../src/stateFile/storedRecord.ts';
import {
  classFile,
  deployAccount,
  eventfulChain,
  eventfulOptions as options,
  eventfulTouched as touched,
} from '../support/eventfulChain.ts';
import { EXERCISER } from '../support/exerciser.ts';
import { firstDifference, readEverything } from '../support/readEverything.ts';
import { useStateFileBoxes } from '../support/stateFileBoxes.ts';
import { STRK, transfer } from '../support/wallet.ts';

describe('a state file', () => {
  const kept = useStateFileBoxes();

  test('restores every answer of every read method, and the chain continues in the same way', async () => {
    const box = kept(await eventfulChain());
    await deployAccount(box);
    const state = await box.saveState();
    const again = kept(await Sandbox.create({ ...options, state }));
    expect(firstDifference(await readEverything(again, touched), await readEverything(box, touched))).toBeUndefined();
    expect(Buffer.compare(await again.saveState(), await box.saveState())).toBe(0);

    for (const one of [box, again]) {
      await one.request('devnet_createBlock');
      await one.request('starknet_addInvokeTransaction', transfer(one.accounts[0]!, 7, 0x99n, 3n));
      await one.request('devnet_abortBlocks', { starting_block_id: { block_number: 4 } });
      await one.request('devnet_postmanConsumeMessageFromL2', {
        from_address: EXERCISER,
        to_address: '0x9',
        payload: ['0x5'],
      });
    }
    // The journal also contains the ids of the requests, which count earlier reads.
    const withoutIds = async (one: Sandbox) =>
      (await readEverything(one, touched)).map((line) => line.replaceAll(/"id":\d+/g, ''));
    expect(firstDifference(await withoutIds(again), await withoutIds(box))).toBeUndefined();
  });

  test('contains seed, accounts and chain id', async () => {
    const box = kept(await Sandbox.create({ accounts: 3, chainId: 'MY_CHAIN', initialBalance: 5n }));
    await box.blocks.mine();
    const again = kept(await Sandbox.create({ state: await box.saveState() }));
    expect(again.accounts).toEqual(box.accounts);
    expect(await again.request('starknet_blockHashAndNumber')).toEqual(
      await box.request('starknet_blockHashAndNumber'),
    );
  });

  test('is searched for events without decoding the blocks that have none of them', async () => {
    const box = kept(await Sandbox.create({ seed: 5, accounts: 1 }));
    for (let i = 0; i < 40; i++)
      await box.request('starknet_addInvokeTransaction', transfer(box.accounts[0]!, i, BigInt(0x100 + (i % 20)), 1n));
    const again = kept(await Sandbox.create({ state: await box.saveState() }));
    const search = (one: Sandbox, receiver: string) =>
      one.request('starknet_getEvents', {
        filter: { from_block: { block_number: 0 }, address: STRK, keys: [[], [], [receiver]], chunk_size: 100 },
      });
    const decoded = vi.spyOn(StoredRecord.prototype, 'executed', 'get');
    for (const [receiver, count] of [
      ['0x999', 0],
      ['0x999', 0],
      ['0x107', 2],
      ['0x113', 2],
    ] as const) {
      const found = await search(again, receiver);
      expect(found.events).toHaveLength(count);
      expect(found).toEqual(await search(box, receiver));
    }
    // Four blocks match, and one may have been read when the file was loaded.
    expect(new Set(decoded.mock.contexts).size).toBeLessThanOrEqual(5);
    decoded.mockRestore();
  });

  test('of many blocks and of long ones restores states, traces and histories between those that are stored', async () => {
    const start = { seed: 5, accounts: 1, stateArchiveCapacity: 'full', blockGenerationOn: 'demand' } as const;
    const box = kept(await Sandbox.create(start));
    let nonce = 0;
    const send = (one: Sandbox, to: bigint) =>
      one.request('starknet_addInvokeTransaction', transfer(one.accounts[0]!, nonce++, to, 1n));
    const senders = box.accounts[0]!.address;
    for (let i = 0; i < 70; i++) await send(box, BigInt(0x100 + (i % 7)));
    await box.request('devnet_createBlock');
    for (let block = 0; block < 300; block++) {
      if (block % 50 === 0) await send(box, 0x100n);
      await box.request('devnet_createBlock');
    }
    for (let i = 0; i < 40; i++) await send(box, BigInt(0x100 + (i % 3)));
    const again = kept(await Sandbox.create({ state: await box.saveState(), stateArchiveCapacity: 'full' }));

    const questions = async (one: Sandbox): Promise<string[]> => {
      const answers: string[] = [];
      const ask = async (method: string, params: unknown) => {
        const answer = await one.request<unknown>(method, params as never).catch((error) => ({ error: error.message }));
        answers.push(`${method} ${writeJson(params)}: ${writeJson(answer)}`);
        return answer;
      };
      const key = formatFelt(balanceAddress(toFelt(0x100n)));
      for (const block_number of [0, 1, 2, 50, 51, 63, 64, 65, 128, 255, 256, 257, 300, 301]) {
        const block_id = { block_number };
        await ask('starknet_getBlockWithReceipts', { block_id });
        await ask('starknet_getStateUpdate', { block_id });
        await ask('starknet_getNonce', { block_id, contract_address: senders });
        const flags = { response_flags: ['INCLUDE_LAST_UPDATE_BLOCK'] };
        await ask('starknet_getStorageAt', { block_id, contract_address: STRK, key, ...flags });
        const block = (await ask('starknet_getBlockWithTxHashes', { block_id })) as {
          block_hash: string;
          transactions?: string[];
        };
        await ask('starknet_getBlockTransactionCount', { block_id: { block_hash: block.block_hash } });
        for (const transaction_hash of (block.transactions ?? []).filter((_, i) => i % 13 === 0))
          await ask('starknet_traceTransaction', { transaction_hash });
      }
      const open = await one.request<{ transactions: string[] }>('starknet_getBlockWithTxHashes', {
        block_id: 'pre_confirmed',
      });
      for (const transaction_hash of open.transactions.filter((_, i) => i % 17 === 0))
        await ask('starknet_traceTransaction', { transaction_hash });
      await ask('starknet_getStateUpdate', { block_id: 'pre_confirmed' });
      const filter = { from_block: { block_number: 0 }, to_block: 'pre_confirmed', chunk_size: 1000 };
      await ask('starknet_getEvents', { filter: { ...filter, keys: [[], [], ['0x102']] } });
      return answers;
    };
    expect(firstDifference(await questions(again), await questions(box))).toBeUndefined();

    const next = nonce;
    for (const one of [box, again]) {
      nonce = next;
      await one.request('devnet_createBlock');
      await send(one, 0x100n);
      await one.request('devnet_createBlock');
      await one.request('devnet_abortBlocks', { starting_block_id: { block_number: 60 } });
    }
    expect(firstDifference(await questions(again), await questions(box))).toBeUndefined();
    nonce = Number(await box.request('starknet_getNonce', { block_id: 'latest', contract_address: senders }));
    const after = nonce;
    for (const one of [box, again]) {
      nonce = after;
      await send(one, 0x100n);
      await one.request('devnet_createBlock');
    }
    expect(firstDifference(await questions(again), await questions(box))).toBeUndefined();
  });

  test('may be changed by its owner while its chain is in use', async () => {
    const box = kept(await Sandbox.create({ seed: 3, accounts: 1 }));
    await box.mint(0x77n, 5n);
    const state = await box.saveState();
    const again = kept(await Sandbox.create({ state }));
    state.fill(0);
    const block_id = { block_number: 1 };
    expect(await again.request('starknet_getBlockWithReceipts', { block_id })).toEqual(
      await box.request('starknet_getBlockWithReceipts', { block_id }),
    );
  });

  test('of a chain that was loaded and not read is the same file', async () => {
    const box = kept(await eventfulChain());
    const state = await box.saveState();
    const again = kept(await Sandbox.create({ ...options, state }));
    expect(Buffer.compare(await again.saveState(), state)).toBe(0);
  });

  describe('with overrides', () => {
    let state: Uint8Array;
    beforeEach(async () => {
      const box = kept(await Sandbox.create({ seed: 3, accounts: 1, startTime: 1000n }));
      await box.request('devnet_setGasPrice', { gas_price_wei: 7 });
      await box.request('devnet_setBlockMode', { mode: 'demand' });
      await box.mint(0x77n, 5n);
      state = await box.saveState();
    });
    const prices = (box: Sandbox) => box.request<Record<string, number | bigint>>('devnet_setGasPrice', {});

    test('applies those that the chain supports, and records them in the journal', async () => {
      const box = kept(
        await Sandbox.create({ state, l2GasPrice: 2n ** 60n, l2GasPriceFri: 9n, blockGenerationOn: 'transaction' }),
      );
      expect(await prices(box)).toMatchObject({ gas_price_wei: 7, l2_gas_price_wei: 2n ** 60n, l2_gas_price_fri: 9 });
      // The open block had a transaction, so the change of mode closed it.
      expect(await box.request('starknet_blockNumber')).toBe(1);
      const [, , , priceEntry, modeEntry] = box.dump();
      expect(priceEntry).toMatchObject({
        method: 'devnet_setGasPrice',
        params: { l2_gas_price_wei: 2n ** 60n, l2_gas_price_fri: 9 },
      });
      expect(modeEntry).toMatchObject({ method: 'devnet_setBlockMode', params: { mode: 'transaction' } });
      const again = kept(await Sandbox.create({ seed: 3, accounts: 1, startTime: 1000n }));
      await again.request('devnet_load', { events: box.dump().slice(0, 5) });
      expect(await prices(again)).toEqual(await prices(box));
    });

    test('changes nothing when the chain already has these values', async () => {
      const asked = { seed: 3, accounts: 1, startTime: 1000n, blockGenerationOn: 'demand' } as const;
      const box = kept(await Sandbox.create({ state, ...asked, accountClass: 'cairo1' }));
      expect(Buffer.compare(await box.saveState(), state)).toBe(0);
      expect(await prices(box)).toMatchObject({ gas_price_wei: 7 });
    });

    const printer = classFile('printer');
    test.each<[string, SandboxOptions, RegExp]>([
      ['accounts', { accounts: 2 }, /has accounts 1, not 2\. Leave accounts out, or choose another file/],
      ['initialBalance', { initialBalance: 5n }, /has initialBalance 1000000000000000000000, not 5/],
      ['chainId', { chainId: 'OTHER' }, /has chainId SN_SEPOLIA, not OTHER/],
      ['liteMode', { liteMode: true }, /has liteMode false, not true/],
      ['startTime', { startTime: 2000n }, /has startTime 1000, not 2000/],
      ['accountClassCustom', { accountClassCustom: printer }, /has accountClassCustom class 0x[0-9a-f]+, not 0x/],
      ['systemClasses', { systemClasses: { udc: printer } }, /has systemClasses class 0x[0-9a-f]+, not 0x/],
      [
        'predeclareArgent',
        { systemClasses: { argent: printer, argentMultisig: printer }, predeclareArgent: true },
        /has predeclareArgent none of its classes, not 0x/,
      ],
    ])('is an error where its chain began otherwise: %s', async (_, asked, reason) => {
      await expect(Sandbox.create({ state, ...asked })).rejects.toThrow(reason);
    });
  });

  test('of a fork needs the same origin and continues on it', async () => {
    const origin = kept(await Sandbox.create({ seed: 1, accounts: 1, stateArchiveCapacity: 'full' }));
    await origin.mint(0x55n, 9n);
    const fork = { url: 'http://origin.test/', block: 1 };
    const box = kept(await Sandbox.create({ ...options, fork, fetch: origin.fetch }));
    await box.mint(0x77n, 5n);
    await box.request('devnet_acceptOnL1', { starting_block_id: { block_number: 1 } });
    await box.request('devnet_setBlockMode', { mode: 'demand' });
    await box.request('starknet_addInvokeTransaction', transfer(box.accounts[0]!, 0, 0x55n, 3n));
    const state = await box.saveState();
    await origin.blocks.mine();
    const unpinned = { url: fork.url };
    const again = kept(
      await Sandbox.create({ state, stateArchiveCapacity: 'full', fork: unpinned, fetch: origin.fetch }),
    );
    expect(firstDifference(await readEverything(again, touched), await readEverything(box, touched))).toBeUndefined();
    await expect(Sandbox.create({ state })).rejects.toThrow(/starts with block 2 .*fork options/);
    const other = { ...fork, block: 2 };
    await expect(Sandbox.create({ state, fork: other, fetch: origin.fetch })).rejects.toThrow(/starts with block 2/);
  });

  describe('that cannot be used names the reason', () => {
    /** The file with another text of the same length in its header. */
    const replaced = (file: Uint8Array, text: string, by: string): Uint8Array => {
      const at = Buffer.from(file).indexOf(text);
      return Buffer.concat([file.subarray(0, at), Buffer.from(by), file.subarray(at + text.length)]);
    };
    const bytesOf = (text: string) => new TextEncoder().encode(text);
    let good: Uint8Array;

    beforeEach(async () => {
      const box = kept(await Sandbox.create({ seed: 3, accounts: 1 }));
      await box.mint(0x77n, 5n);
      good = await box.saveState();
    });

    test.each<[string, (good: Uint8Array) => Uint8Array, RegExp]>([
      ['empty', () => new Uint8Array(), /no state file/],
      ['foreign text', () => bytesOf('[{"jsonrpc":"2.0"}]\n'), /no state file/],
      ['foreign bytes', () => new Uint8Array(5000).fill(200), /no state file/],
      ['cut off', (good) => good.slice(0, good.length - 10), /cut off: \d+ of its \d+ bytes are there/],
      ['too long', (good) => new Uint8Array([...good, 10]), /damaged: it has 1 bytes too many/],
      [
        'changed',
        (good) => good.with(good.length - 100, good[good.length - 100]! ^ 1),
        /damaged: .* from byte \d+ to \d+ .* checksum/,
      ],
      ['newer', (good) => replaced(good, '"version":10', '"version":99'), /version 99; .* reads version 10. Update/],
      ['older', (good) => replaced(good, '"version":10', '"version":3'), /version 3; .* version 10. Remove .* dump/],
      ['of no version', (good) => replaced(good, '"version":10', '"version":0'), /version 0; .* reads version 10/],
    ])('%s', async (_, spoil, reason) => {
      await expect(Sandbox.create({ state: spoil(good) })).rejects.toThrow(reason);
    });
  });
});
