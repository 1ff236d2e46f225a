// A save of a large chain takes little memory, and asks for it.
import { expect, test } from 'vitest';
import type { FileTarget } from '../../src/async/fileTarget.ts';
import { workMemory } from '../../src/budget/workMemory.ts';
import { answerText } from '../../src/rpc/answerText.ts';
import { Hub } from '../../src/sandbox/hub.ts';
import { testNode } from '../support/testNode.ts';
import { STRK } from '../support/wallet.ts';

const MB = 2 ** 20;

/** A node with a state of some megabytes, whose file goes to `write`. */
async function largeNode(write: (content: (file: FileTarget) => Promise<unknown>) => Promise<void>) {
  const node = await testNode();
  const files = {
    read: () => Promise.reject(new Error('nothing is read')),
    write: (_: string, content: unknown) => write(content as never),
    list: () => {
      throw new Error('no dump grows');
    },
  };
  const { dispatcher } = new Hub(node, { files });
  const ask = async (method: string, params: unknown) =>
    JSON.parse(await answerText(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), dispatcher));
  const value = `0x${(3n ** 155n).toString(16)}`;
  const storage_entries = Array.from({ length: 150_000 }, (_, i) => ({
    key: `0x${(BigInt(i + 1) * 3n ** 140n).toString(16)}`,
    value,
  }));
  const state_diff = { storage_diffs: [{ address: STRK, storage_entries }] };
  expect(await ask('devnet_applyStateDiff', { state_diff })).toMatchObject({ result: expect.anything() });
  return { save: () => ask('devnet_saveState', { path: 'chain.starbox' }) };
}

test('the file is given in pieces of one buffer, so that V8 has no large ones to collect', async () => {
  const buffers = new Set<ArrayBufferLike>();
  let bytes = 0;
  let most = 0;
  const { save } = await largeNode(async (content) => {
    await content({
      append: async (part) => {
        bytes += part.length;
        most = Math.max(most, part.length);
        if (part.length > 0.5 * MB) buffers.add(part.buffer);
      },
      replaceStart: async () => undefined,
    });
  });
  expect(await save()).toMatchObject({ result: { bytes } });
  expect(bytes).toBeGreaterThan(8 * MB);
  expect(most).toBeLessThanOrEqual(4 * MB);
  expect(buffers.size).toBe(1);
});

test('it waits until there is memory for it, and gives that back', async () => {
  let used = 0;
  const { save } = await largeNode(async (content) => {
    await content({
      append: async () => {
        used = Math.max(used, workMemory.usedBy('executions'));
      },
      replaceStart: async () => undefined,
    });
  });
  const others = workMemory.take('executions', workMemory.limitBytes - 4 * MB)!;
  const saved = save();
  await expect.poll(() => workMemory.waiting).toBe(1);
  expect(used).toBe(0);
  others.end();
  expect(await saved).toMatchObject({ result: { path: 'chain.starbox' } });
  expect(used).toBeGreaterThan(100 * MB);
  expect(workMemory.usedBytes).toBe(0);
});
