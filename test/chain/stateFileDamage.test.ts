// Damaged and hostile state files.
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { ByteReader } from '../../src/stateFile/byteReader.ts';
import { ByteWriter } from '../../src/stateFile/byteWriter.ts';
import { type About, aboutCodec } from '../../src/stateFile/chainCodec.ts';
import { openFile } from '../../src/stateFile/envelope.ts';
import { Random } from '../support/random.ts';
import { transfer } from '../support/wallet.ts';
import { wrapBytes } from '../support/wrapBytes.ts';

describe('a state file', () => {
  let good: Uint8Array;
  /** What the file contains between its header and its checksums. */
  let content: Uint8Array;
  const boxes: Sandbox[] = [];

  beforeAll(async () => {
    const box = await Sandbox.create({ seed: 3, accounts: 1 });
    await box.mint(0x77n, 5n);
    await box.request('starknet_addInvokeTransaction', transfer(box.accounts[0]!, 0, 0x88n, 1n));
    await box.request('devnet_setBlockMode', { mode: 'demand' });
    await box.request('starknet_addInvokeTransaction', transfer(box.accounts[0]!, 1, 0x88n, 1n));
    good = await box.saveState();
    box.close();
    content = await (await openFile(good)).read();
  });
  afterEach(() => {
    for (const box of boxes.splice(0)) box.close();
  });

  const load = async (state: Uint8Array): Promise<Sandbox> => {
    const box = await Sandbox.create({ state });
    boxes.push(box);
    return box;
  };

  test('with any changed byte is refused', async () => {
    const random = new Random(1);
    const places = [
      ...Array.from({ length: 300 }, (_, at) => at),
      ...Array.from({ length: 100 }, () => random.below(good.length)),
    ];
    for (const at of places) {
      const damaged = good.with(at, good[at]! ^ (1 << random.below(8)));
      await expect(load(damaged), `byte ${at}`).rejects.toThrow(/state file/i);
    }
  });

  test('that ends anywhere is refused', async () => {
    const random = new Random(2);
    for (let i = 0; i < 50; i++)
      await expect(load(good.slice(0, random.below(good.length)))).rejects.toThrow(/state file/i);
  });

  test('that ends anywhere although its checksums are correct is refused, and the error names the place', async () => {
    const random = new Random(3);
    for (let i = 0; i < 30; i++) {
      const cut = await wrapBytes([content.slice(0, random.below(content.length))]);
      await expect(load(cut)).rejects.toThrow(/^The state file is wrong in .*, before byte \d+ of its content: /);
    }
  });

  test('with a byte too many although its checksums are correct is refused', async () => {
    const longer = await wrapBytes([content, new Uint8Array(1)]);
    await expect(load(longer)).rejects.toThrow(/wrong in the journal, .* more bytes than it announces/);
  });

  test('whose content was changed although its checksums are correct is refused or read without surprises', async () => {
    const random = new Random(4);
    // Most of the file are classes, so the changes are made where the blocks are.
    const classes = content.length - 12_000;
    let loaded = 0;
    for (let i = 0; i < 60; i++) {
      const at = i % 4 === 0 ? random.below(1000) : classes + random.below(content.length - classes);
      const changed = await wrapBytes([content.with(at, random.below(256))]);
      const box = await load(changed).catch((error: Error) => {
        expect(error.message, `byte ${at}`).toMatch(/state file/i);
      });
      if (!box) continue;
      loaded++;
      for (let block_number = 0; block_number < 3; block_number++)
        for (const method of ['getBlockWithReceipts', 'getStateUpdate', 'getBlockWithTxs'] as const)
          await box.request(`starknet_${method}`, { block_id: { block_number } });
      await box.request('starknet_getBlockWithReceipts', { block_id: 'pre_confirmed' });
      const again = await box.saveState();
      expect(again.length).toBeGreaterThan(content.length - 100);
    }
    expect(loaded).toBeGreaterThan(10);
  });

  /** The content with another description. */
  const described = (change: (about: About) => Partial<About>): readonly Uint8Array[] => {
    const from = new ByteReader(content);
    const about = aboutCodec.take(from);
    const out = new ByteWriter();
    aboutCodec.put({ ...about, ...change(about) }, out);
    return [...out.chunks, content.subarray(from.at)];
  };

  test.each<[string, Partial<About>]>([
    ['a chain id that is too long', { chainId: 'A'.repeat(5000) }],
    ['a chain id that is not ASCII', { chainId: 'Ä' }],
    ['a balance that no token can hold', { initialBalance: 2n ** 256n }],
  ])('with %s is refused in one line', async (_, change) => {
    const file = await wrapBytes(described(() => change));
    await expect(load(file)).rejects.toThrow(/^The state file is wrong in its description, .{1,200}$/);
  });

  test.each<[string, Partial<About>, RegExp]>([
    ['accounts that nobody made', { accounts: 2_147_483_648 }, /names 2147483648 accounts, .* \d contracts/],
    ['more classes than it has', { classes: 9_007_199_254_740_000 }, /wrong in class \d+ of 9007199254740000/],
    ['more blocks than it has', { blocks: 4_000_000_000 }, /wrong in block 3,/],
    ['no blocks', { blocks: 0 }, /has no blocks/],
    ['more requests than it has', { journal: 4_000_000_000 }, /wrong in the journal/],
  ])('that announces %s is refused', async (_, change, reason) => {
    await expect(load(await wrapBytes(described(() => change)))).rejects.toThrow(reason);
  });

  test('with empty records in its journal is refused, since they would take far more memory than the file', async () => {
    const records = 1000;
    const file = await wrapBytes([
      ...described(({ journal }) => ({ journal: journal + records })),
      new Uint8Array(records),
    ]);
    await expect(load(file)).rejects.toThrow(/wrong in the journal, .* expected a recorded request, found 0 bytes/);
  });

  test('whose last bytes are damaged is refused for that, whatever they are read as', async () => {
    // The length of the second record is in the third piece of the file.
    const long = new Uint8Array(9_000_000).fill(32);
    const out = new ByteWriter();
    for (const record of [long, long.subarray(0, 40)]) {
      out.count(record.length);
      out.bytes(record);
    }
    const file = await wrapBytes([...described(({ journal }) => ({ journal: journal + 2 })), ...out.chunks]);
    await load(file);
    const sums = 3 * 32;
    for (const fromEnd of [1, 41])
      await expect(load(file.with(file.length - sums - fromEnd, 33))).rejects.toThrow(
        /damaged: what it has from byte \d+ to \d+ does not match its checksum/,
      );
  });

  test('whose first block names no protocol is refused, and the error names the block', async () => {
    const block_id = { block_number: 0 };
    const block = await (await load(good)).request('starknet_getBlockWithTxHashes', { block_id });
    const name = `\0${String.fromCharCode(block.starknet_version.length)}${block.starknet_version}`;
    const at = Buffer.from(content).indexOf(name);
    const unnamed = [content.subarray(0, at), new Uint8Array(2), content.subarray(at + name.length)];
    await expect(load(await wrapBytes(unnamed))).rejects.toThrow(/^The state file is wrong in block 0, .* protocol/);
  });

  test('with a recorded request that cannot be read is loaded, and only a dump of it is an error', async () => {
    const at = Buffer.from(content).lastIndexOf('devnet_setBlockMode');
    const box = await load(await wrapBytes([content.with(at, 1)]));
    expect(() => box.dump()).toThrow(
      /journal of the state file has a record that cannot be read: .* save it as a state/,
    );
    expect(await box.request('starknet_blockNumber')).toBe(2);
    expect((await box.saveState()).length).toBe(good.length);
  });

  test('that is refused changes nothing', async () => {
    const box = await load(good);
    const before = await box.saveState();
    const cut = await wrapBytes([content.slice(0, content.length - 100)]);
    await expect(box.loadState(cut)).rejects.toThrow(/state file is wrong/);
    expect(Buffer.compare(await box.saveState(), before)).toBe(0);
  });
});
