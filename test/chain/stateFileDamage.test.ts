// Damaged and hostile state files.
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openFile, wrapBytes } from '../../src/chain/stateFile/envelope.ts';
import { Sandbox } from '../../src/index.ts';
import { Random } from '../support/random.ts';
import { transfer } from '../support/wallet.ts';

describe('a state file', () => {
  let good: Uint8Array;
  /** What the file contains after its header and its checksums. */
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
    const opened = await openFile(good);
    content = opened.kind === 'bytes' ? await opened.read() : new Uint8Array();
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

  test('that is refused changes nothing', async () => {
    const box = await load(good);
    const before = await box.saveState();
    const cut = await wrapBytes([content.slice(0, content.length - 100)]);
    await expect(box.loadState(cut)).rejects.toThrow(/state file is wrong/);
    expect(Buffer.compare(await box.saveState(), before)).toBe(0);
  });
});
