import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeAddress } from './nodeAddress.ts';

let empty: string;
let folder: string;
beforeAll(() => {
  empty = mkdtempSync(join(tmpdir(), 'starbox-address-'));
  folder = mkdtempSync(join(tmpdir(), 'starbox-address-'));
  writeFileSync(join(folder, 'starbox.config.json'), '{"port": 5053, "host": "0.0.0.0", "accounts": 3}');
});
afterAll(() => {
  for (const made of [empty, folder]) rmSync(made, { recursive: true });
});

test('--url comes before STARBOX_URL, HOST and PORT, the configuration file and the default', async () => {
  const all = { STARBOX_URL: 'http://10.0.0.1:1234', HOST: '10.0.0.2', PORT: '4000' };
  expect(await nodeAddress('localhost:7000', all, folder)).toEqual({ url: 'http://localhost:7000', source: undefined });
  expect(await nodeAddress(undefined, all, folder)).toEqual({
    url: 'http://10.0.0.1:1234',
    source: 'from the environment variable STARBOX_URL',
  });
  expect(await nodeAddress(undefined, { ...all, STARBOX_URL: '' }, folder)).toEqual({
    url: 'http://10.0.0.2:4000',
    source: 'from the environment variable HOST and the environment variable PORT',
  });
  expect(await nodeAddress(undefined, {}, folder)).toEqual({
    url: 'http://127.0.0.1:5053',
    source: "from the configuration file 'starbox.config.json'",
  });
  expect(await nodeAddress(undefined, {}, empty)).toEqual({
    url: 'http://127.0.0.1:5050',
    source: 'the default address',
  });
});

test('HOST and PORT replace one part of the address, and other variables of a server do not matter', async () => {
  expect(await nodeAddress(undefined, { PORT: '4000', ACCOUNTS: 'many' }, folder)).toEqual({
    url: 'http://127.0.0.1:4000',
    source: "from the configuration file 'starbox.config.json' and the environment variable PORT",
  });
});

test('a configuration file that STARBOX_CONFIG names is used', async () => {
  writeFileSync(join(folder, 'other.json'), '{"port": 5054}');
  expect(await nodeAddress(undefined, { STARBOX_CONFIG: 'other.json' }, folder)).toMatchObject({
    url: 'http://127.0.0.1:5054',
  });
});

test('port 0 is nowhere, and the error says how to name the node', async () => {
  await expect(nodeAddress(undefined, { PORT: '0' }, empty)).rejects.toThrow(
    'the port is 0 (from the environment variable PORT), so the system chooses one when the node starts: name the node with --url or STARBOX_URL',
  );
});

test('a configuration file that a server cannot use still has the address', async () => {
  writeFileSync(join(folder, 'fork.json'), '{"port": 5055, "fork": {"url": null, "block": 5}, "accounts": "many"}');
  expect(await nodeAddress(undefined, { STARBOX_CONFIG: 'fork.json' }, folder)).toMatchObject({
    url: 'http://127.0.0.1:5055',
  });
});

test('a URL that is not of HTTP is refused', async () => {
  for (const url of ['ftp://127.0.0.1:5050', 'ws://127.0.0.1:5050/ws', 'http://', ''])
    await expect(nodeAddress(url, {}, empty)).rejects.toThrow(`'${url}' is not the URL of a node`);
  expect(await nodeAddress('HTTP://127.0.0.1:5050', {}, empty)).toMatchObject({ url: 'HTTP://127.0.0.1:5050' });
});
