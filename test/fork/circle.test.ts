import { expect, onTestFinished, test } from 'vitest';
import { servedChain } from './served.ts';

const served = async () => {
  const chain = await servedChain();
  onTestFinished(() => chain.close());
  return chain;
};
/** An address of which neither a local chain nor a fork knows anything. */
const FOREIGN = { block_id: 'latest', contract_address: '0x123' } as const;
const CIRCLE = /the origin is this node itself or a fork of it, .* fork from another node, url: "/;

test('a node is not made a fork of itself, under whatever address, and answers as before', async () => {
  const node = await served();
  await node.request('devnet_mine', { blocks: 5 });
  const { port } = new URL(node.url);
  for (const url of [node.url, `${node.url}/rpc`, `http://localhost:${port}/rpc/v0_9`])
    await expect(node.request('devnet_fork', { url })).rejects.toThrow(CIRCLE);
  await expect(node.request('starknet_getNonce', FOREIGN)).rejects.toThrow('Contract not found');
});

test('a fork whose origin becomes a fork of it answers at once that it asks itself', async () => {
  const [a, b] = [await served(), await served()];
  await b.request('devnet_fork', { url: a.url });
  // So the second fork can be made without a question to the first.
  await b.request('devnet_mine', { blocks: 12 });
  await a.request('devnet_fork', { url: b.url });
  for (const node of [a, b]) await expect(node.request('starknet_getNonce', FOREIGN)).rejects.toThrow(CIRCLE);
  expect(await a.request('starknet_blockNumber')).toBe(14);
});

test('a circle of three forks is noticed, whichever of them is asked', async () => {
  const nodes = [await served(), await served(), await served()];
  for (const [i, node] of nodes.entries()) {
    await node.request('devnet_mine', { blocks: 12 });
    await node.request('devnet_fork', { url: nodes[(i + 1) % 3]!.url });
    await node.request('devnet_mine', { blocks: 12 });
  }
  await Promise.all(nodes.map((node) => expect(node.request('starknet_getNonce', FOREIGN)).rejects.toThrow(CIRCLE)));
});

test('a fork of a fork is no circle', async () => {
  const [a, b, c] = [await served(), await served(), await served()];
  await a.request('devnet_mint', { address: '0x77', amount: 5 });
  await b.request('devnet_fork', { url: a.url });
  await c.request('devnet_fork', { url: b.url });
  const { amount } = (await c.request('devnet_getAccountBalance', { address: '0x77', unit: 'FRI' })) as {
    amount: string;
  };
  expect(BigInt(amount)).toBe(5n);
});
