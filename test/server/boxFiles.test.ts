import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, test as anyTest, beforeEach, expect } from 'vitest';
import { isBuilt } from '../support/build.ts';
import { freePort, type RunningServer, rpc, startServer } from '../support/server.ts';
import type { CreatedBox } from './boxServer.ts';

const test = anyTest.runIf(isBuilt);

let folder: string;
let server: RunningServer | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'starbox-boxes-'));
});
afterEach(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const createBox = ({ url }: RunningServer) => rpc<CreatedBox>(url, 'devnet_createBox');
const mint = (url: string, amount: number) => rpc(url, 'devnet_mint', { address: '0x1', amount });
const amounts = (path: string) =>
  (JSON.parse(readFileSync(path, 'utf8')) as { params: { amount: number } }[]).map(({ params }) => params.amount);

test.each(['block', 'exit'])('a box writes nothing to the files of the main chain, with --dump-on %s', async (on) => {
  const [dump, state] = [join(folder, 'dump.json'), join(folder, 'chain.starbox')];
  server = await startServer('--accounts', '1', '--dump-on', on, '--dump-path', dump, '--state', state);
  await mint(server.url, 1);
  const box = server.url + (await createBox(server)).path;
  await mint(box, 2);
  expect(await rpc(box, 'devnet_dump')).toHaveLength(2);
  for (const [method, path] of [
    ['devnet_dump', dump],
    ['devnet_saveState', state],
  ] as const)
    await expect(rpc(box, method, { path })).rejects.toMatchObject({
      code: -5,
      message: expect.stringContaining('belongs to the main chain of the server. Choose another name.'),
    });
  await expect(rpc(box, 'devnet_saveState')).rejects.toThrow('There is no file to write to: give a path.');
  expect(await rpc(box, 'devnet_getConfig')).toMatchObject({ dump_on: 'request', dump_path: null });
  await rpc(box, 'devnet_dump', { path: join(folder, 'box.json') });
  await rpc(box, 'devnet_saveState', { path: join(folder, 'box.starbox') });
  await rpc(box, 'devnet_restart');
  await mint(server.url, 3);
  await server.stop();
  expect(amounts(dump)).toEqual([1, 3]);
  expect(amounts(join(folder, 'box.json'))).toEqual([1, 2]);
  expect(existsSync(join(folder, 'box.starbox'))).toBe(true);
});

test('--max-boxes and --box-timeout are the limits, and the metrics show the number of boxes', async () => {
  const port = String(await freePort());
  server = await startServer(
    ...['--accounts', '1', '--max-boxes', '2', '--box-timeout', '1', '--metrics-host', '127.0.0.1', '--metrics-port'],
    port,
  );
  await createBox(server);
  await createBox(server);
  await expect(createBox(server)).rejects.toThrow('There are 2 boxes');
  const count = async () =>
    /^starbox_box_count (\d+)$/m.exec(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text())?.[1];
  expect(await count()).toBe('2');
  await expect.poll(count, { timeout: 600_000, interval: 200 }).toBe('0');
});
