import { expect, test } from 'vitest';
import { OverriddenView } from '../../src/tools/overrides/overriddenView.ts';
import { testNode } from '../support/testNode.ts';

test('a block with another time still has what it computes when it is read', async () => {
  const node = await testNode();
  await node.write((draft) => draft.openBlock.seal());
  const { latest } = node.chain;
  const block = new OverriddenView(node.chain, { time: 4_000_000_000n }).resolveBlock({
    number: latest.number,
  } as never);
  expect(block).toMatchObject({ timestamp: 4_000_000_000n });
  expect((block as typeof latest).parentHash).toBe(latest.parentHash);
  expect((block as typeof latest).hash).toBe(latest.hash);
  node.close();
});
