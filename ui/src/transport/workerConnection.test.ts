import { describe, expect, test } from 'vitest';
import { ConnectionFailure, RpcFailure } from './connection.ts';
import { WorkerConnection } from './workerConnection.ts';
import type { ChainBytes, FromWorker, ToWorker } from './workerMessages.ts';

const CHAIN: ChainBytes = { kind: 'journal', bytes: new Uint8Array([91, 93]) };

/** A connection whose worker is played by the test. */
function connect(chain: Promise<ChainBytes | undefined> = Promise.resolve(undefined)) {
  const sent: ToWorker[] = [];
  const worker = { postMessage: (message: ToWorker) => sent.push(message) } as unknown as Worker;
  const connection = new WorkerConnection(worker, chain);
  const say = (data: FromWorker) => worker.onmessage!({ data } as MessageEvent);
  const answer = (message: object) => say({ kind: 'text', text: JSON.stringify(message) });
  const requests = () => sent.flatMap((each) => (each.kind === 'text' ? [JSON.parse(each.text)] : []));
  return { connection, worker, sent, say, answer, requests };
}

/** Lets everything run that waits for promises alone. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('a sandbox in a worker', () => {
  test('gets requests once it has a chain, and answers each', async () => {
    const { connection, say, answer, requests } = connect();
    const first = connection.request('a', [1]);
    const second = connection.request('b');
    expect(requests()).toEqual([]);
    say({ kind: 'open' });
    const [a, b] = requests();
    expect([a.method, a.params, b.method]).toEqual(['a', [1], 'b']);
    answer({ id: b.id, error: { code: 24, message: 'Block not found' } });
    answer({ id: a.id, result: '0x1' });
    expect(await first).toBe('0x1');
    await expect(second).rejects.toBeInstanceOf(RpcFailure);
  });

  test('is started with the chain of the link', async () => {
    const { connection, sent, say } = connect(Promise.resolve(CHAIN));
    await settle();
    expect(sent).toEqual([{ kind: 'load', id: 1, chain: CHAIN }]);
    say({ kind: 'done', id: 1, chain: undefined });
    expect(await connection.started).toBeUndefined();
  });

  test('is started with a new chain if that of the link cannot be loaded, and says why', async () => {
    const { connection, sent, say } = connect(Promise.resolve(CHAIN));
    await settle();
    say({ kind: 'failed', id: 1, message: 'The journal is damaged.' });
    await settle();
    expect(sent.at(-1)).toEqual({ kind: 'load', id: 2, chain: undefined });
    say({ kind: 'done', id: 2, chain: undefined });
    expect((await connection.started)?.message).toBe('The journal is damaged.');
  });

  test('saves its chain, as a state file or in the shortest form', async () => {
    const { connection, sent, say } = connect();
    await settle();
    const saved = connection.save({ isShort: true });
    expect(sent.at(-1)).toEqual({ kind: 'save', id: 2, isShort: true });
    say({ kind: 'done', id: 2, chain: CHAIN });
    expect(await saved).toBe(CHAIN);
    void connection.save();
    expect(sent.at(-1)).toMatchObject({ kind: 'save', isShort: false });
  });

  test('that gets another chain fails requests to the one before, and begins subscriptions again', async () => {
    const { connection, say, answer, requests } = connect();
    const seen: string[] = [];
    connection.onStatus((status) => seen.push(status));
    const heard: unknown[] = [];
    connection.subscribe('starknet_subscribeNewHeads', {}, (_method, result) => heard.push(result));
    say({ kind: 'open' });
    answer({ id: requests()[0].id, result: 'old' });
    await settle();
    const pending = connection.request('m');
    say({ kind: 'open' });
    await expect(pending).rejects.toThrow(ConnectionFailure);
    answer({ id: requests().at(-1).id, result: 'new' });
    await settle();
    for (const subscription_id of ['old', 'new'])
      answer({ method: 'starknet_subscriptionNewHeads', params: { subscription_id, result: subscription_id } });
    expect(heard).toEqual(['new']);
    expect(seen).toEqual(['open', 'lost', 'open']);
  });

  test('is told when a subscription ends', async () => {
    const { connection, say, answer, requests } = connect();
    say({ kind: 'open' });
    const stop = connection.subscribe('starknet_subscribeNewHeads', {}, () => expect.fail('it ended'));
    answer({ id: requests()[0].id, result: '7' });
    await settle();
    stop();
    expect(requests().at(-1)).toMatchObject({ method: 'chain_unsubscribe', params: { subscription_id: '7' } });
    answer({ method: 'starknet_subscriptionNewHeads', params: { subscription_id: '7', result: {} } });
  });

  test('is lost when the worker fails', () => {
    const { connection, worker } = connect();
    worker.onerror!({} as ErrorEvent);
    expect(connection.status).toBe('lost');
  });
});
