import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { compileClass } from '../../src/classes/compileClass.ts';
import { readClassText } from '../../src/classes/readClassText.ts';
import { selectorOf } from '../../src/execution/hash/address.ts';
import { formatFelt, parseFelt } from '../../src/felt/felt.ts';
import { Sandbox, type SandboxOptions } from '../../src/index.ts';
import { deployExerciser, EXERCISER } from '../support/exerciser.ts';
import { firstDifference, readEverything, type Touched } from '../support/readEverything.ts';
import { declare, invoke, STRK, transfer } from '../support/wallet.ts';

const classFile = (name: string) =>
  readFileSync(new URL(`../../contracts/classes/${name}.sierra.json`, import.meta.url), 'utf8');

const options: SandboxOptions = { seed: 11, accounts: 2, stateArchiveCapacity: 'full', initialBalance: 10n ** 24n };
const touched: Touched = {
  addresses: [EXERCISER, '0xabc'],
  cells: [
    [EXERCISER, '0x5'],
    [STRK, '0x7'],
  ],
  l1Hashes: ['0x1234'],
};

/** A chain with a bit of everything: all modes, edits, declared classes, messages, a frozen clock, an open block. */
async function eventfulChain(): Promise<Sandbox> {
  const box = await Sandbox.create(options);
  const [one] = box.accounts;
  const to = parseFelt(EXERCISER)!;
  await box.mint(0x77n, 5n);
  await box.request('starknet_addInvokeTransaction', transfer(one!, 0, 0x88n, 100n));
  await deployExerciser(box);
  await box.request(
    'starknet_addInvokeTransaction',
    invoke(one!, 1, { to, entryPoint: 'send', calldata: [0x9n, 1n, 5n] }),
  );
  await box.request(
    'starknet_addInvokeTransaction',
    invoke(one!, 2, { to, entryPoint: 'panic_with', calldata: [1n, 5n] }),
  );
  await box.request('devnet_postmanSendMessageToL2', {
    l1_transaction_hash: '0x1234',
    l2_contract_address: EXERCISER,
    entry_point_selector: formatFelt(selectorOf('on_message')),
    l1_contract_address: '0x8',
    payload: ['0x6'],
    paid_fee_on_l1: '0x123456789abc',
    nonce: '0x0',
  });
  await box.request('devnet_setGasPrice', { gas_price_wei: 7, l2_gas_price_fri: 2000000001, generate_block: true });
  await box.request('devnet_setTime', { time: 2_000_000_000, generate_block: true });
  await box.request('devnet_acceptOnL1', { starting_block_id: { block_number: 2 } });
  await box.request('devnet_mine', { blocks: 9, seconds: 7 });
  await box.request('devnet_impersonateAccount', { account_address: '0xdead' });
  await box.request('devnet_setBlockMode', { mode: 'demand' });
  const blake = compileClass(readClassText(classFile('blake')));
  await box.request('starknet_addDeclareTransaction', declare(one!, 3, JSON.parse(classFile('blake')), blake));
  await box.request('devnet_setStorageAt', { contract_address: STRK, key: '0x7', value: '0x8' });
  await box.request('starknet_addInvokeTransaction', transfer(one!, 4, 0x88n, 1n));
  await box.request('devnet_increaseTime', { time: 100 });
  await box.request('starknet_addInvokeTransaction', transfer(one!, 5, 0x88n, 1n));
  await box.request('devnet_setClassHash', { contract_address: '0xabc', class_hash: formatFelt(blake.classHash) });
  await box.request('starknet_addInvokeTransaction', transfer(one!, 6, 0x88n, 1n));
  await box.request('devnet_freezeTime', { frozen: true });
  return box;
}

describe('a state file', () => {
  const boxes: Sandbox[] = [];
  const kept = (box: Sandbox): Sandbox => {
    boxes.push(box);
    return box;
  };

  // Time must not pass between two reads, since the open block shows it.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_900_000_000_000 }));
  afterEach(() => {
    vi.useRealTimers();
    for (const box of boxes.splice(0)) box.close();
  });

  test('restores every answer of every read method, and the chain continues in the same way', async () => {
    const box = kept(await eventfulChain());
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

  test('written by version 1 of the format loads', async () => {
    const state = gunzipSync(readFileSync(new URL('../fixtures/state-v1.starbox.gz', import.meta.url)));
    const box = kept(await Sandbox.create({ state }));
    expect(await box.request('starknet_blockHashAndNumber')).toEqual(FIXTURE.latest);
    expect(await box.request('devnet_getAccountBalance', { address: '0x77' })).toEqual({ amount: '5', unit: 'FRI' });
    expect(await box.request('starknet_getBlockWithTxHashes', { block_id: 'pre_confirmed' })).toMatchObject({
      timestamp: 1_700_000_071,
      transactions: [FIXTURE.open],
    });
    expect(await box.request('starknet_traceTransaction', { transaction_hash: FIXTURE.open })).toMatchObject({
      type: 'INVOKE',
    });
    expect(box.dump()).toHaveLength(FIXTURE.journal);
  });

  describe('that cannot be used names the reason', () => {
    const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
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
      ['too long', (good) => bytesOf(`${textOf(good)}\n`), /damaged: it has 1 bytes too many/],
      ['changed', (good) => good.with(good.length - 100, good[good.length - 100]! ^ 1), /damaged: .* checksum/],
      ['newer', (good) => bytesOf(textOf(good).replace('"version":2', '"version":3')), /version 3; .* up to 2.*Update/],
    ])('%s', async (_, spoil, reason) => {
      await expect(Sandbox.create({ state: spoil(good) })).rejects.toThrow(reason);
    });

    /** Loads the file with changed lines and a correct checksum. */
    const spoilt = async (change: (lines: string[]) => void) => {
      const lines = textOf(good).split('\n').slice(1);
      change(lines);
      const body = bytesOf(lines.join('\n'));
      const digest = Buffer.from(await crypto.subtle.digest('SHA-256', body)).toString('hex');
      const header = { format: 'starbox-state', version: 1, sha256: digest, bytes: body.length };
      return Sandbox.create({ state: new Uint8Array(Buffer.concat([bytesOf(`${JSON.stringify(header)}\n`), body])) });
    };
    const block = (lines: string[]) => lines.findIndex((line) => line.startsWith('{"number":1,'));
    /** Replaces the first text by the second in the line that contains it. */
    const replaced = (text: string | RegExp, by: string) => (lines: string[]) => {
      const index = lines.findIndex((line) => line.search(text) >= 0);
      lines[index] = lines[index]!.replace(text, by);
    };

    test('if its content is invalid although its checksum is correct', async () => {
      await expect(
        spoilt((lines) => {
          lines[block(lines)] = lines[block(lines)]!.replace('"timestamp":', '"time":');
        }),
      ).rejects.toThrow(/wrong in line \d+: timestamp: expected a whole number, found nothing/);
      const withoutFirst = (lines: string[]) => {
        lines.splice(block(lines) - 1, 1);
        replaced('"blocks":2', '"blocks":1')(lines);
      };
      await expect(spoilt(withoutFirst)).rejects.toThrow(/line \d+: .*starts with block 1/);
      await expect(spoilt((lines) => void lines.splice(1, 1))).rejects.toThrow(/announces \d+ lines and has only \d+/);
      await expect(spoilt((lines) => void lines.push('{}'))).rejects.toThrow(/announces \d+ lines and has more/);
      const twice = (lines: string[]) => {
        lines.splice(block(lines), 0, lines[block(lines)]!);
        replaced('"blocks":2', '"blocks":3')(lines);
      };
      await expect(spoilt(twice)).rejects.toThrow(/block 1 stands where block 2 belongs/);
    });

    test.each<[string, string | RegExp, string, RegExp]>([
      [
        'accounts that nobody made',
        '"accounts":1',
        '"accounts":2147483648',
        /names 2147483648 accounts, .* \d contracts/,
      ],
      ['accounts below none', '"accounts":1', '"accounts":-1', /line 2: accounts: expected a count/],
      [
        'more classes than lines',
        /"classes":\d+/,
        '"classes":9007199254740000',
        /announces \d+ lines and has only \d+/,
      ],
      ['more blocks than lines', '"blocks":2', '"blocks":4000000000', /announces \d+ lines and has only \d+/],
      ['more requests than lines', /"journal":\d+/, '"journal":4000000000', /announces \d+ lines and has only \d+/],
      [
        'blocks at all times',
        /"blockGeneration":"\w+"/,
        '"blockGeneration":{"intervalSeconds":0}',
        /between 1 and 2000000/,
      ],
      [
        'messages of blocks before all',
        /"collectFrom":\d+/,
        '"collectFrom":-9007199254740000',
        /before the first block 0/,
      ],
      ['a number of a million digits', /"nonce":"\w+"/, `"tip":"0x${'f'.repeat(1e6)}","nonce":"0x0"`, /line \d+/],
      ['lists in lists', /"executed":\[/, `"executed":[${'['.repeat(1e6)}`, /line \d+: recursion limit exceeded/],
      ['a member twice', '"number":1,', '"number":1,"numb\\u0065r":1,', /line \d+: duplicate field/],
    ])('announcing or holding what no chain has: %s', async (_, text, by, reason) => {
      const started = performance.now();
      await expect(spoilt(replaced(text, by))).rejects.toThrow(reason);
      expect(performance.now() - started).toBeLessThan(20_000);
    });
  });
});

/** The content of the fixture, as printed by the run that wrote it. */
const FIXTURE = {
  latest: { block_hash: '0x526d302df01056cf32bc18d24848f3f253fe160e7417b974a8c847064aa1f0f', block_number: 12 },
  open: '0x7eaca958fb0658d92c85071844b338575a60c640619f3cee3afea6f51919595',
  journal: 16,
};
