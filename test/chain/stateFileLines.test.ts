// State files of versions 1 and 2, which are lines of JSON.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { eventfulChain, eventfulTouched as touched } from '../support/eventfulChain.ts';
import { firstDifference, readEverything } from '../support/readEverything.ts';
import { useStateFileBoxes } from '../support/stateFileBoxes.ts';

const fixture = (name: string): Uint8Array =>
  gunzipSync(readFileSync(new URL(`../fixtures/${name}.starbox.gz`, import.meta.url)));

describe('a state file of an earlier version', () => {
  const kept = useStateFileBoxes();

  test('of version 1 loads', async () => {
    const state = fixture('state-v1');
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

  test('of version 2 restores every answer, and the file that it is saved as then does, too', async () => {
    const box = kept(await Sandbox.create({ state: fixture('state-v2'), stateArchiveCapacity: 'full' }));
    const again = kept(await Sandbox.create({ state: await box.saveState(), stateArchiveCapacity: 'full' }));
    const expected = await readEverything(kept(await eventfulChain()), touched);
    expect(firstDifference(await readEverything(box, touched), expected)).toBeUndefined();
    expect(firstDifference(await readEverything(again, touched), expected)).toBeUndefined();
  });

  const good = fixture('state-v2');
  const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  const bytesOf = (text: string) => new TextEncoder().encode(text);

  /** Loads the file with changed lines and a correct checksum. */
  const spoilt = async (change: (lines: string[]) => void) => {
    const lines = textOf(good).split('\n').slice(1);
    change(lines);
    const body = bytesOf(lines.join('\n'));
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', body)).toString('hex');
    const header = { format: 'starbox-state', version: 1, sha256: digest, bytes: body.length };
    return Sandbox.create({ state: new Uint8Array(Buffer.concat([bytesOf(`${JSON.stringify(header)}\n`), body])) });
  };

  test('keeps what transactions wrote when the state diffs of blocks lack it, also after it was saved again', async () => {
    const withoutCells = (lines: string[]) => {
      for (const [index, line] of lines.entries())
        if (line.startsWith('{"number":') && line.includes('"stateDiff"'))
          lines[index] = line.replace(/"stateDiff":\{"storage":\{(?:[^{}]|\{[^{}]*\})*\}/, '"stateDiff":{"storage":{}');
    };
    const balances = async (box: Sandbox) => {
      const found: unknown[] = [];
      const newest = await box.request('starknet_blockNumber');
      for (const { address } of box.accounts)
        for (let block_number = 0; block_number <= newest; block_number++)
          found.push(await box.request('devnet_getAccountBalance', { address, block_id: { block_number } }));
      return found;
    };
    const options = { stateArchiveCapacity: 'full' } as const;
    const whole = kept(await Sandbox.create({ state: good, ...options }));
    const box = kept(await spoilt(withoutCells));
    const again = kept(await Sandbox.create({ state: await box.saveState(), ...options }));
    const block_id = { block_number: 1 };
    const { state_diff } = await again.request('starknet_getStateUpdate', { block_id });
    expect(state_diff.storage_diffs).toEqual([]);
    expect(await balances(again)).toEqual(await balances(whole));
  });

  describe('that cannot be used names the reason', () => {
    const block = (lines: string[]) => lines.findIndex((line) => line.startsWith('{"number":1,'));
    /** Replaces the first text by the second in the line that contains it. */
    const replaced = (text: string | RegExp, by: string) => (lines: string[]) => {
      const index = lines.findIndex((line) => line.search(text) >= 0);
      lines[index] = lines[index]!.replace(text, by);
    };

    /** Announces more or fewer blocks. */
    const recount = (more: number) => (lines: string[]) => {
      const [, count] = /"blocks":(\d+)/.exec(lines[0]!)!;
      replaced(/"blocks":\d+/, `"blocks":${Number(count) + more}`)(lines);
    };

    test('if its content is invalid although its checksum is correct', async () => {
      await expect(
        spoilt((lines) => {
          lines[block(lines)] = lines[block(lines)]!.replace('"timestamp":', '"time":');
        }),
      ).rejects.toThrow(/wrong in line \d+: timestamp: expected a whole number, found nothing/);
      const withoutFirst = (lines: string[]) => {
        lines.splice(block(lines) - 1, 1);
        recount(-1)(lines);
      };
      await expect(spoilt(withoutFirst)).rejects.toThrow(/line \d+: .*starts with block 1/);
      await expect(spoilt((lines) => void lines.splice(1, 1))).rejects.toThrow(/announces \d+ lines and has only \d+/);
      await expect(spoilt((lines) => void lines.push('{}'))).rejects.toThrow(/announces \d+ lines and has more/);
      const twice = (lines: string[]) => {
        lines.splice(block(lines), 0, lines[block(lines)]!);
        recount(1)(lines);
      };
      await expect(spoilt(twice)).rejects.toThrow(/block 1 stands where block 2 belongs/);
    });

    test.each<[string, string | RegExp, string, RegExp]>([
      [
        'accounts that nobody made',
        '"accounts":2',
        '"accounts":2147483648',
        /names 2147483648 accounts, .* \d contracts/,
      ],
      ['accounts below none', '"accounts":2', '"accounts":-1', /line 2: accounts: expected a count/],
      [
        'more classes than lines',
        /"classes":\d+/,
        '"classes":9007199254740000',
        /announces \d+ lines and has only \d+/,
      ],
      ['more blocks than lines', /"blocks":\d+/, '"blocks":4000000000', /announces \d+ lines and has only \d+/],
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
