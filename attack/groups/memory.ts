import { STRK } from '../../test/support/wallet.ts';
import { type AttackGroup, mustHold } from '../attack.ts';
import { pause, type Target } from '../target.ts';

const head = (length: number) =>
  `POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

const MB = 2 ** 20;
/** The cells of one edit. */
const MOST_CELLS = 190_000;

/** A batch whose answer has about a hundred megabytes: the class of the accounts, many times. */
async function largeBatch(target: Target): Promise<string> {
  const [account] = await target.call<{ address: string }[]>('devnet_getPredeployedAccounts');
  const request = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'starknet_getClassAt',
    params: ['latest', account!.address],
  });
  const { text } = await target.post(request);
  const count = Math.max(1, Math.floor((110 * MB) / text.length));
  return `[${Array(count).fill(request).join(',')}]`;
}

/** Writes very many cells of a contract, in blocks of their own. */
async function fillStorage(target: Target, blocks: number): Promise<void> {
  for (let block = 0; block < blocks; block++) {
    const storage_entries = Array.from({ length: MOST_CELLS }, (_, i) => ({
      key: `0x${(block * MOST_CELLS + i + 1).toString(16)}`,
      value: `0x${(BigInt(i + 1) * 3n ** 140n).toString(16)}`,
    }));
    await target.call('devnet_applyStateDiff', { state_diff: { storage_diffs: [{ address: STRK, storage_entries }] } });
    await target.call('devnet_createBlock');
  }
}

/** Many clients save a state of some megabytes, each in its own file. */
async function saveAtOnce(target: Target, clients: number, blocks: number): Promise<string> {
  await fillStorage(target, blocks);
  const saved = await Promise.all(
    Array.from({ length: clients }, (_, i) =>
      target.call<{ bytes: number }>('devnet_saveState', { path: `state${i}.starbox` }),
    ),
  );
  return `${clients} files of ${(saved[0]!.bytes / MB).toFixed(0)} MB`;
}

/** Many clients compare states that differ in very many cells. */
async function compareAtOnce(target: Target, clients: number, blocks: number): Promise<string> {
  await fillStorage(target, blocks);
  const before = { block_id: { block_number: 0 } };
  const found = await Promise.all(
    Array.from({ length: clients }, () => target.call<{ cell_count: number }>('devnet_compareStates', { before })),
  );
  mustHold(
    found.every(({ cell_count }) => cell_count >= blocks * MOST_CELLS),
    'a comparison missed cells',
  );
  return `${clients} answers of ${blocks * MOST_CELLS} cells`;
}

/** Many clients dump a journal of some megabytes and load it again. */
async function loadAtOnce(target: Target, clients: number, blocks: number): Promise<string> {
  await fillStorage(target, blocks);
  const { length } = await target.call<readonly unknown[]>('devnet_dump', { path: 'dump.json' });
  await Promise.all(
    Array.from({ length: clients }, async (_, i) => {
      await target.ask('devnet_dump', { path: `dump${i}.json` });
      const { error } = await target.ask('devnet_load', { path: 'dump.json' });
      // Each waits for those before it, and a request has its time.
      mustHold(error === undefined || error.code === 408, `a load answered ${JSON.stringify(error)}`);
    }),
  );
  const after = await target.call<readonly unknown[]>('devnet_dump', { inline: true });
  mustHold(after.length === length, `${after.length} requests of ${length} were loaded`);
  return `${clients} times ${length} requests`;
}

/** Many clients ask for the journal at once, and read it as fast as they can. */
async function readDumpsAtOnce(target: Target, clients: number, blocks: number): Promise<string> {
  await fillStorage(target, blocks);
  const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'devnet_dump', params: { inline: true } });
  const read = await Promise.all(Array.from({ length: clients }, () => target.lengthOfAnswer(request)));
  const cut = read.filter((length) => length === undefined).length;
  mustHold(cut === 0, `${cut} of ${clients} clients that read their answers were cut off`);
  return `${clients} answers of ${(Math.max(...read.map(Number)) / MB).toFixed(0)} MB`;
}

export const memory: AttackGroup = {
  name: 'Memory',
  attacks: [
    {
      name: '40 clients save a state of 48 MB at once',
      options: ['--dump-on', 'request'],
      run: (target) => saveAtOnce(target, 40, 2),
    },
    {
      name: '8 clients save a state of 7 MB at once',
      short: true,
      run: (target) => saveAtOnce(target, 8, 1),
    },
    {
      name: '40 clients compare states that differ in 380,000 cells',
      run: (target) => compareAtOnce(target, 40, 2),
    },
    {
      name: '4 clients compare states that differ in 190,000 cells',
      short: true,
      run: (target) => compareAtOnce(target, 4, 1),
    },
    {
      name: '8 clients dump 190,000 cells and load them at once',
      options: ['--dump-on', 'request'],
      run: (target) => loadAtOnce(target, 8, 1),
    },
    {
      name: '40 clients read a dump of 32 MB at once',
      options: ['--dump-on', 'request'],
      run: (target) => readDumpsAtOnce(target, 40, 2),
    },
    {
      name: '8 clients ask for 110 MB each and do not read',
      run: async (target) => {
        const batch = await largeBatch(target);
        const clients = Array.from({ length: 8 }, () => target.raw());
        for (const client of clients) {
          client.socket.pause();
          client.send(head(batch.length) + batch);
        }
        await pause(30_000);
        const { now } = target.memoryMb();
        for (const client of clients) client.socket.destroy();
        return `${now.toFixed(0)} MB after 30 s`;
      },
    },
    {
      name: '20 clients send 63 of 64 MB and stop',
      run: async (target) => {
        const piece = Buffer.alloc(63 * MB, ' ');
        const clients = Array.from({ length: 20 }, () => target.raw());
        for (const client of clients) {
          client.send(head(64 * MB));
          client.socket.write(piece);
        }
        await pause(20_000);
        const { now } = target.memoryMb();
        for (const client of clients) client.socket.destroy();
        return `${now.toFixed(0)} MB after 20 s`;
      },
    },
    {
      name: '100 clients send a byte a second',
      short: true,
      run: async (target) => {
        const clients = Array.from({ length: 100 }, () => target.raw());
        for (const client of clients) client.send(head(1000));
        for (let second = 0; second < 4; second++) {
          for (const client of clients) client.send(' ');
          await pause(1000);
        }
        for (const client of clients) client.socket.destroy();
        return 'others were served';
      },
    },
    {
      name: '200 MB of pings to a client that does not read',
      run: async (target) => {
        const socket = target.raw();
        socket.send(
          'GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
        );
        await pause(300);
        socket.socket.pause();
        const ping = Buffer.concat([Buffer.from([0x89, 0xfd, 0, 0, 0, 0]), Buffer.alloc(125)]);
        const piece = Buffer.alloc(ping.length * 1000, ping);
        for (let sent = 0; sent < 200 * MB && !socket.socket.destroyed; sent += piece.length)
          if (!socket.socket.write(piece))
            await Promise.race([new Promise((done) => socket.socket.once('drain', done)), pause(500)]);
        await pause(1000);
        socket.socket.destroy();
        return 'bounded';
      },
    },
    {
      name: '20 sockets with 8,000 subscriptions each, ten blocks',
      run: async (target) => {
        const sockets = await Promise.all(Array.from({ length: 20 }, () => target.socket()));
        const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'starknet_subscribeNewHeads' });
        let refused = 0;
        for (const socket of sockets) {
          socket.on('message', (data) => {
            if (String(data).includes('"error"')) refused++;
          });
          for (let i = 0; i < 8000; i++) {
            socket.send(request);
            if (i % 500 === 499) await pause(20);
          }
        }
        await pause(2000);
        for (let i = 0; i < 10; i++) await target.ask('devnet_createBlock');
        await pause(1000);
        for (const socket of sockets) socket.terminate();
        return `${refused} subscriptions refused`;
      },
    },
    {
      name: '60 messages of 16 MB at once',
      run: async (target) => {
        const message = Buffer.alloc(15 * MB, ' ');
        const sockets = await Promise.all(Array.from({ length: 60 }, () => target.socket()));
        for (const socket of sockets) {
          socket.on('error', () => undefined);
          socket.send(message);
        }
        await pause(10_000);
        for (const socket of sockets) socket.terminate();
        return 'bounded';
      },
    },
    {
      name: '1,100 sockets at once',
      run: async (target) => {
        const sockets = await Promise.allSettled(Array.from({ length: 1100 }, () => target.socket()));
        const open = sockets.filter(({ status }) => status === 'fulfilled').length;
        for (const socket of sockets) if (socket.status === 'fulfilled') socket.value.terminate();
        mustHold(open >= 100, `only ${open} sockets opened`);
        return `${open} opened, the others refused`;
      },
    },
  ],
};
