import { expect, test } from 'vitest';
import { defaultConfig } from '../../src/chain/config.ts';
import { createBundledNode } from '../../src/chain/createBundledNode.ts';
import { answerText } from '../../src/rpc/answerText.ts';
import { Hub } from '../../src/sandbox/hub.ts';

const MINT = { jsonrpc: '2.0', id: 1, method: 'devnet_mint', params: { address: '0x1', amount: 1 } };
const batch = (count: number) => JSON.stringify(Array(count).fill(MINT));
const start = async () => {
  const node = await createBundledNode({ ...defaultConfig, seed: 1, accounts: 0 });
  return { node, hub: new Hub(node) };
};
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test('the end of a hub aborts the running requests of its sessions', async () => {
  const { node, hub } = await start();
  const answers: string[] = [];
  const session = hub.open((text) => answers.push(text));
  const received = session.receive(batch(5000));
  while (node.chain.latest.number === 0) await pause(1);
  hub.end();
  await received;
  const { number } = node.chain.latest;
  expect(number).toBeLessThan(5000);
  await pause(50);
  expect(node.chain.latest.number).toBe(number);
  node.close();
});

test('a hub that refuses calls finishes running requests and refuses the rest of a batch', async () => {
  const { node, hub } = await start();
  const answered = answerText(batch(200), hub.dispatcher);
  while (node.chain.latest.number === 0) await pause(1);
  hub.dispatcher.refuseCalls();
  const answers = JSON.parse(await answered) as { error?: { message: string } }[];
  const refused = answers.filter(({ error }) => error?.message === 'The node is shutting down.');
  expect(answers).toHaveLength(200);
  expect(refused.length).toBeGreaterThan(0);
  expect(node.chain.latest.number).toBe(200 - refused.length);
  hub.end();
  node.close();
});

test('a write that is running when the node is closed is not published', async () => {
  const { node } = await start();
  const running = node.write(async (draft) => {
    await draft.openBlock.seal();
    node.close();
  });
  await expect(running).rejects.toThrow('The node is closed.');
  expect(node.chain.latest.number).toBe(0);
});
