import { describe, expect, test } from 'vitest';
import { Sandbox, type SandboxWebSocket } from '../../src/index.ts';

/** Waits for an event of a socket. */
const once = <E extends Event>(socket: SandboxWebSocket, type: string): Promise<E> =>
  new Promise((resolve) => socket.addEventListener(type, (event) => resolve(event as E), { once: true }));

const message = async (socket: SandboxWebSocket): Promise<unknown> =>
  JSON.parse((await once<MessageEvent>(socket, 'message')).data);

const send = (socket: SandboxWebSocket, method: string, params: unknown = {}, id = 1) =>
  socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));

describe('box.WebSocket', () => {
  test('opens, answers, notifies and closes like the platform’s', async () => {
    await using box = await Sandbox.create({ seed: 7, accounts: 1 });
    const socket = new box.WebSocket('ws://anything');
    expect(socket.readyState).toBe(socket.CONNECTING);
    expect(() => send(socket, 'starknet_blockNumber')).toThrow('wait for the open event');
    await once(socket, 'open');
    expect(socket.readyState).toBe(box.WebSocket.prototype.constructor === box.WebSocket ? 1 : 0);

    const answered = message(socket);
    send(socket, 'starknet_subscribeNewHeads');
    const { result } = (await answered) as { result: string };
    expect(result).toBeDefined();
    const told = message(socket);
    await box.blocks.mine();
    expect(await told).toMatchObject({
      method: 'starknet_subscriptionNewHeads',
      params: { subscription_id: result, result: { block_number: 1 } },
    });

    const closed = once(socket, 'close');
    socket.close();
    expect(socket.readyState).toBe(socket.CLOSING);
    expect(await closed).toMatchObject({ code: 1000, wasClean: true });
    expect(socket.readyState).toBe(socket.CLOSED);
    await box.blocks.mine();
  });

  test('calls handlers that are set as properties', async () => {
    await using box = await Sandbox.create({ seed: 7, accounts: 1 });
    const socket = new box.WebSocket(new URL('ws://box/ws'));
    expect(socket.url).toBe('ws://box/ws');
    const data = await new Promise<string>((resolve) => {
      socket.onmessage = (event) => resolve(event.data);
      socket.onopen = () =>
        socket.send(new TextEncoder().encode('{"jsonrpc":"2.0","id":7,"method":"starknet_chainId"}'));
    });
    expect(JSON.parse(data)).toEqual({ jsonrpc: '2.0', id: 7, result: box.chainId });
  });

  test('of each sandbox leads to that sandbox', async () => {
    await using box = await Sandbox.create({ seed: 7, accounts: 1 });
    await using copy = box.clone();
    await copy.blocks.mine(3);
    const sockets = [new box.WebSocket('ws://a'), new copy.WebSocket('ws://a')];
    const numbers = await Promise.all(
      sockets.map(async (socket) => {
        await once(socket, 'open');
        const answer = message(socket);
        send(socket, 'starknet_blockNumber');
        return ((await answer) as { result: number }).result;
      }),
    );
    expect(numbers).toEqual([0, 3]);
  });

  test('that is closed before it is open never opens', async () => {
    await using box = await Sandbox.create({ seed: 7, accounts: 1 });
    const socket = new box.WebSocket('ws://a');
    let opened = false;
    socket.onopen = () => {
      opened = true;
    };
    socket.close();
    await once(socket, 'close');
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(opened).toBe(false);
  });

  test('of a sandbox that is closed closes too', async () => {
    const box = await Sandbox.create({ seed: 7, accounts: 1 });
    const socket = new box.WebSocket('ws://a');
    await once(socket, 'open');
    const closed = once(socket, 'close');
    await box.close();
    await closed;
    expect(socket.readyState).toBe(socket.CLOSED);
    const late = new box.WebSocket('ws://a');
    await once(late, 'close');
    expect(late.readyState).toBe(late.CLOSED);
  });
});
