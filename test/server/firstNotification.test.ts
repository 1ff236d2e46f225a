import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { Hub } from '../../src/sandbox/hub.ts';
import { servedChain } from '../fork/served.ts';
import { sealBlock, testNode } from '../support/testNode.ts';

const callText = (id: number, method: string, params?: unknown) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });
const subscribeHeads = callText(1, 'starknet_subscribeNewHeads', { block_id: { block_number: 1 } });

interface Frame {
  readonly id?: number;
  readonly result?: string;
  readonly params?: { readonly result: { readonly block_number: number } };
}

describe('the first notification of a subscription', () => {
  /** A session whose answers to subscriptions are sent when the test says so. */
  async function open() {
    const node = await testNode();
    await sealBlock(node);
    const frames: (number | string)[] = [];
    const read = (text: string) => {
      const { id, params } = JSON.parse(text) as Frame;
      frames.push(id === undefined ? `block ${params!.result.block_number}` : id);
    };
    const leaving: (() => void)[] = [];
    const sendApart = (text: string) => {
      read(text);
      return new Promise<void>((resolve) => leaving.push(resolve));
    };
    const session = new Hub(node).open(read, sendApart);
    const leaveAll = () => {
      for (const leave of leaving.splice(0)) leave();
    };
    return { node, session, frames, leaveAll };
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

  test('waits until the answer is sent, and events in the meantime follow in order', async () => {
    const { node, session, frames, leaveAll } = await open();
    const notified = session.receive(subscribeHeads);
    await expect.poll(() => frames).toEqual([1]);
    await sealBlock(node);
    expect(frames).toEqual([1]);
    leaveAll();
    await notified;
    await sealBlock(node);
    expect(frames).toEqual([1, 'block 1', 'block 2', 'block 3']);
  });

  test('comes before the answer to a later request, and does not delay further subscriptions', async () => {
    const { node, session, frames, leaveAll } = await open();
    const done = [
      session.receive(subscribeHeads),
      session.receive(subscribeHeads.replace('"id":1', '"id":2')),
      session.receive(callText(3, 'devnet_createBlock')),
    ];
    await expect.poll(() => node.chain.latest.number).toBe(2);
    expect(frames).toEqual([1, 2]);
    leaveAll();
    await Promise.all(done);
    expect(frames).toEqual([1, 2, 'block 1', 'block 2', 'block 1', 'block 2', 3]);
  });

  test('is not sent when the subscription ended before it', async () => {
    const { node, session, frames, leaveAll } = await open();
    const notified = session.receive(subscribeHeads);
    await expect.poll(() => frames).toEqual([1]);
    session.reset();
    await sealBlock(node);
    leaveAll();
    await notified;
    expect(frames).toEqual([1]);
  });

  describe('over a WebSocket', () => {
    let chain: Awaited<ReturnType<typeof servedChain>>;
    let hash: string;
    beforeAll(async () => {
      chain = await servedChain();
      hash = (await chain.request<{ tx_hash: string }>('devnet_mint', { address: '0x1', amount: 1 })).tx_hash;
    });
    afterAll(() => chain.close());

    test('is read after the client has the subscription id', async () => {
      let apart = 0;
      // On a busy machine the client may get both at once.
      for (let i = 0; i < 40 && apart < 6; i++) {
        const socket = new WebSocket(`${chain.url.replace('http', 'ws')}/ws`);
        await new Promise((resolve) => socket.once('open', resolve));
        let isKnown = false;
        await new Promise<void>((resolve) => {
          socket.on('message', (data) => {
            // This is what clients do that wait for the answer with a promise.
            if ((JSON.parse(String(data)) as Frame).id === 1) void Promise.resolve().then(() => (isKnown = true));
            else resolve();
            if (isKnown) apart++;
          });
          socket.send(callText(1, 'starknet_subscribeTransactionStatus', { transaction_hash: hash }));
        });
        socket.terminate();
      }
      expect(apart).toBeGreaterThan(5);
    });

    test('is sent even to a client that does not read', async () => {
      const socket = new WebSocket(`${chain.url.replace('http', 'ws')}/ws`);
      await new Promise((resolve) => socket.once('open', resolve));
      socket.pause();
      const frames: Frame[] = [];
      socket.on('message', (data) => frames.push(JSON.parse(String(data))));
      socket.send(callText(1, 'starknet_subscribeTransactionStatus', { transaction_hash: hash }));
      await settled();
      socket.resume();
      await expect.poll(() => frames.length).toBe(2);
      expect(frames[0]!.id).toBe(1);
      socket.terminate();
    });
  });
});
