import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultConfig } from '../../src/chain/config.ts';
import { createBundledNode } from '../../src/chain/createBundledNode.ts';
import type { Node } from '../../src/chain/node.ts';
import { cairo0DeclaredClass } from '../../src/classes/cairo0DeclaredClass.ts';
import type { Cairo0Class } from '../../src/classes/declaredClass.ts';
import { readClassText } from '../../src/classes/readClassText.ts';
import { formatFelt } from '../../src/felt/felt.ts';
import { answerText } from '../../src/rpc/answerText.ts';
import { Hub } from '../../src/sandbox/hub.ts';
import { memoryBefore } from '../support/memoryBefore.ts';
import { processorMs } from '../support/processorTime.ts';

let node: Node;
let hub: Hub;
beforeAll(async () => {
  node = await createBundledNode({ ...defaultConfig, seed: 1, accounts: 1 });
  hub = new Hub(node);
});
afterAll(() => node.close());

const packed = (content: string) => gzipSync(content).toString('base64');
const entry_points_by_type = { CONSTRUCTOR: [], EXTERNAL: [], L1_HANDLER: [] };

async function apply(programs: readonly string[], rest: object = { entry_points_by_type, abi: [] }) {
  const classes = programs.map((program) => ({ contract_class: { program, ...rest } }));
  const body = { jsonrpc: '2.0', id: 1, method: 'devnet_applyStateDiff', params: { state_diff: {}, classes } };
  return JSON.parse(await answerText(JSON.stringify(body), hub.dispatcher));
}

test('a packed class has the hash of its file, with exact numbers', async () => {
  const file = readFileSync(new URL('../../contracts/classes/account_cairo0.json', import.meta.url), 'utf8');
  const { program: plain, ...rest } = JSON.parse(file);
  // A number above 2^53, which would change if it were rounded.
  const program = JSON.stringify(plain).replace('{', '{"number":3618502788666131213697322783095070105623107215331,');
  const text = `${JSON.stringify(rest).slice(0, -1)},"program":${program}}`;
  const { classHash } = cairo0DeclaredClass(readClassText(text) as Cairo0Class);
  const { result, error } = await apply([packed(program)], rest);
  expect(error).toBeUndefined();
  expect(result.classes[0].class_hash).toBe(formatFelt(classHash));
});

test('programs that unpack to far more than their size are refused cheaply, alone or many in one request', {
  retry: 1,
}, async () => {
  const started = processorMs();
  const before = memoryBefore();
  const nested = packed('['.repeat(15_000_000));
  expect((await apply([nested])).error).toMatchObject({ code: 50, data: expect.stringContaining('recursion limit') });
  const text = packed(`{"data":"${'x'.repeat(8_000_000)}"}`);
  expect(text.length).toBeLessThan(20_000);
  const answer = await apply(Array.from({ length: 30 }, () => text));
  expect(answer.error).toMatchObject({ code: 50, data: expect.stringContaining('bytes when they are unpacked') });
  // Without the limit one request of 84 kB took 14 s and 3.2 GB.
  expect(processorMs() - started).toBeLessThan(20_000);
  expect(process.memoryUsage().rss - before).toBeLessThan(500_000_000);
});
