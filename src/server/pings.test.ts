import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { Pings } from './pings.ts';

/** A socket whose peer answers pings, or does not. */
class Peer extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  isPaused = false;
  pings = 0;
  answers: boolean;

  constructor(answers: boolean) {
    super();
    this.answers = answers;
  }

  ping(): void {
    this.pings++;
    if (this.answers) this.emit('pong');
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function pinging(...peers: readonly Peer[]) {
  const silent: unknown[] = [];
  const sockets = new Set(peers as unknown as WebSocket[]);
  const pings = new Pings(sockets, 1000, (socket) => silent.push(socket));
  for (const socket of sockets) pings.follow(socket);
  return { silent, pings };
}

test('a peer that answers every ping is never silent', () => {
  const peer = new Peer(true);
  const { silent } = pinging(peer);
  vi.advanceTimersByTime(10_001);
  expect([peer.pings, silent]).toEqual([10, []]);
});

test('a peer that has not answered by the next ping is silent, and gets no other', () => {
  const [peer, other] = [new Peer(false), new Peer(true)];
  const { silent } = pinging(peer, other);
  vi.advanceTimersByTime(1001);
  expect(silent).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect([peer.pings, other.pings, silent]).toEqual([1, 2, [peer]]);
});

test('a peer that we do not read from, because its requests wait, is not silent', () => {
  const peer = new Peer(false);
  const { silent } = pinging(peer);
  vi.advanceTimersByTime(1001);
  peer.isPaused = true;
  vi.advanceTimersByTime(5000);
  peer.isPaused = false;
  peer.answers = true;
  vi.advanceTimersByTime(5000);
  expect([peer.pings, silent]).toEqual([6, []]);
});

test('a peer that is closing is left alone, and after the end nobody gets a ping', () => {
  const [closing, open] = [new Peer(false), new Peer(true)];
  closing.readyState = 2;
  const { silent, pings } = pinging(closing, open);
  vi.advanceTimersByTime(3001);
  pings.end();
  vi.advanceTimersByTime(3000);
  expect([closing.pings, open.pings, silent]).toEqual([0, 3, []]);
});
