import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { executionRecord } from '../../conformance/ledger/executionRecord.ts';
import { recordHost } from '../../conformance/ledger/replayFacts.ts';
import { replayBlock } from '../../src/rpc/replay/replay.ts';

const FILE = new URL('../../../shared/real/executions/sepolia-8894544.json.gz', import.meta.url);

test.skipIf(!existsSync(FILE))('a real block changes the same cells, aliases included', async () => {
  const execution = JSON.parse(gunzipSync(readFileSync(FILE)).toString());
  // What the replay reads and the network did not read is missing in the record, and would be an error.
  const replayed = await replayBlock(recordHost(executionRecord(execution)), execution.number);
  expect(replayed).toMatchObject({ protocolVersion: '0.14.2', isDiffCompared: true });
  expect(replayed.transactions).toHaveLength(5);
  for (const { isHashEqual } of replayed.transactions) expect(isHashEqual).toBe(true);
  // The network ran one of them with a fault of its own, so it paid another fee: the balances of its sender and of the sequencer differ.
  const cells = replayed.differences.map(({ at }) => at).filter((at) => at.startsWith('state_diff'));
  expect(cells).toHaveLength(2);
  for (const at of cells) expect(at).toMatch(/^state_diff\.storage_diffs\[0x4718f5a0.*\.value$/);
});
