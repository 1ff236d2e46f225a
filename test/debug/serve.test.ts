// The port and the streams of `starbox debug`, whoever connects.
import { connect } from 'node:net';
import { PassThrough, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { frame } from '../../src/cli/debugAdapter/messages.ts';
import { servePort, serveStreams } from '../../src/cli/debugAdapter/serve.ts';
import type { RecordedDebugger } from '../../src/tools/debug/recordedDebugger.ts';
import { DapClient } from '../support/dapClient.ts';

/** These tests ask nothing about a transaction. */
const NO_DEBUGGER = {} as RecordedDebugger;

/** Connects, sends a text and waits until the other side closes the connection. */
const closedAfter = (port: number, text: string): Promise<string> =>
  new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (bytes: Buffer) => (answer += bytes));
    socket.once('error', () => {});
    socket.once('close', () => resolve(answer));
  });

test('the port waits for an editor, and closes connections that do not speak the protocol', async () => {
  let ended: Promise<void> | undefined;
  const port = await new Promise<number>((onPort) => (ended = servePort(NO_DEBUGGER, 0, { onPort })));
  const request = frame({ seq: 1, type: 'request', command: 'threads' });
  expect(await closedAfter(port, 'x'.repeat(5000))).toBe('');
  expect(await closedAfter(port, `POST / HTTP/1.1\r\n${request}`)).toBe('');
  expect(await closedAfter(port, 'Content-Length: 99999999999\r\n\r\n')).toBe('');
  const silent = closedAfter(port, '');
  const client = await DapClient.open(port);
  expect(await client.ask('threads')).toEqual({ threads: [{ id: 1, name: 'transaction' }] });
  // One transaction, one editor.
  expect(await silent).toBe('');
  await expect(DapClient.open(port)).rejects.toThrow('ECONNREFUSED');
  await client.ask('disconnect');
  await client.event('terminated');
  await ended;
  client.close();
});

test('an editor that does not read its answers gets no more of them', async () => {
  const [input, written] = [new PassThrough(), [] as string[]];
  let take = () => {};
  const output = new Writable({
    highWaterMark: 1,
    write: (bytes: Buffer, _, done) => {
      written.push(`${bytes}`);
      take = done;
    },
  });
  const ended = serveStreams(NO_DEBUGGER, input, output);
  for (let seq = 1; seq <= 20; seq++) input.write(frame({ seq, type: 'request', command: 'threads' }));
  await expect.poll(() => written.length).toBe(1);
  expect(output.writableLength).toBeLessThan(1000);
  while (written.length < 20) {
    const before = written.length;
    take();
    await expect.poll(() => written.length).toBe(before + 1);
  }
  take();
  input.end();
  expect(await ended).toBe(true);
});

test('a run ends when its editor hangs up', async () => {
  let steps = 0;
  const endless = {
    *moving() {
      for (;;) yield ++steps;
    },
  } as unknown as RecordedDebugger;
  const [input, output] = [new PassThrough(), new PassThrough()];
  const ended = serveStreams(endless, input, output);
  input.write(frame({ seq: 1, type: 'request', command: 'continue' }));
  await expect.poll(() => steps).toBeGreaterThan(0);
  input.destroy();
  expect(await ended).toBe(true);
  const last = steps;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(steps).toBe(last);
});

test('the port is given up if nobody is left who knows it, but not while an editor is there', async () => {
  const giveUp = new AbortController();
  let ended: Promise<void> | undefined;
  const port = await new Promise<number>((onPort) => {
    ended = servePort(NO_DEBUGGER, 0, { onPort, giveUp: giveUp.signal });
  });
  giveUp.abort();
  await ended;
  await expect(DapClient.open(port)).rejects.toThrow('ECONNREFUSED');

  const later = new AbortController();
  const next = await new Promise<number>((onPort) => {
    ended = servePort(NO_DEBUGGER, 0, { onPort, giveUp: later.signal });
  });
  const client = await DapClient.open(next);
  await client.ask('threads');
  later.abort();
  expect(await client.ask('threads')).toEqual({ threads: [{ id: 1, name: 'transaction' }] });
  await client.ask('disconnect');
  await ended;
  client.close();
});
