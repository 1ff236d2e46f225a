import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isBuilt } from '../support/build.ts';
import { startProgram } from '../support/program.ts';
import { rpc } from '../support/server.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'starbox-locks-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const start = (...args: string[]) => startProgram(folder, '--seed', '1', ...args);
const names = () => readdirSync(folder).sort();

describe.runIf(isBuilt)('a file that the program writes (needs dist/)', () => {
  test.each([
    ['chain.starbox', '--state chain.starbox'],
    ['dump.json', '--dump-on request --dump-path dump.json'],
  ])('is written by one process at a time, and others are told which: %s of %s', async (file, options) => {
    const args = options.split(' ');
    const first = await start(...args);
    const { pid } = first.child;
    await expect(start(...args.slice(0, -1), `./${file}`)).rejects.toThrow(
      new RegExp(`^Error: --\\S+ \\./${file} is in use by process ${pid} \\(.*${file}\\.lock\\)\\. End that one`),
    );
    const other = await start('--dump-on', 'request');
    await rpc(other.url, 'devnet_createBlock');
    const method = file.endsWith('.json') ? 'devnet_dump' : 'devnet_saveState';
    await expect(rpc(other.url, method, { path: file })).rejects.toMatchObject({
      code: -5,
      message: expect.stringContaining(`in use by process ${pid}`),
    });
    await other.end('SIGKILL');
    await rpc(first.url, 'devnet_createBlock');
    expect(await first.end('SIGTERM')).toBe(0);
    expect(names()).toEqual(args.includes('request') ? [] : [file]);
    const second = await start(...args);
    expect(await second.end('SIGINT')).toBe(0);
  });

  test('is not locked by a program that only loads it', async () => {
    const first = await start('--dump-on', 'block', '--dump-path', 'dump.json');
    await rpc(first.url, 'devnet_createBlock');
    const second = await start('--dump-path', 'dump.json');
    expect(await rpc(second.url, 'starknet_blockNumber')).toBe(1);
    await second.end('SIGTERM');
    await first.end('SIGTERM');
  });

  test('is free again after a kill, for exactly one of several programs, and the killed one leaves no files', async () => {
    const args = ['--state', 'chain.starbox', '--dump-on', 'block', '--dump-path', 'dump.json'];
    const killed = await start(...args);
    for (let i = 0; i < 3; i++) await rpc(killed.url, 'devnet_createBlock');
    await killed.end('SIGKILL');
    // These are a second file of the dump, and two locks.
    expect(names()).toHaveLength(4);
    for (const name of ['chain.starbox.1.0123456789ab.tmp', 'dump.json.4000000.1.tmp', 'mine.json.1.2.tmp'])
      writeFileSync(join(folder, name), 'x');
    const started = await Promise.allSettled(Array.from({ length: 4 }, () => start(...args)));
    const won = started.filter((each) => each.status === 'fulfilled').map(({ value }) => value);
    expect(won).toHaveLength(1);
    const { pid } = won[0]!.child;
    for (const each of started)
      if (each.status === 'rejected') expect(String(each.reason)).toContain(`in use by process ${pid}`);
    expect(await rpc(won[0]!.url, 'starknet_blockNumber')).toBe(3);
    expect(await won[0]!.end('SIGTERM')).toBe(0);
    expect(names()).toEqual(['chain.starbox', 'dump.json', 'mine.json.1.2.tmp']);
  });

  test('is a complete dump with everything that was answered, whenever the process is killed', async () => {
    const args = ['--dump-on', 'block', '--dump-path', 'dump.json'];
    const storage_entries = Array.from({ length: 2000 }, (_, i) => ({ key: `0x${i + 1}`, value: '0x1' }));
    const state_diff = { storage_diffs: [{ address: '0x77', storage_entries }] };
    for (let round = 0; round < 5; round++) {
      const server = await start(...args);
      const file = join(folder, 'dump.json');
      const length = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).length : 0);
      const before = length();
      let answered = 0;
      const client = async () => {
        for (;;) {
          await rpc(server.url, 'devnet_createBlock');
          await rpc(server.url, 'devnet_setNonce', { contract_address: '0x77', nonce: '0x1' }).catch(() => undefined);
          await rpc(server.url, 'devnet_applyStateDiff', { state_diff }).catch(() => undefined);
          answered++;
        }
      };
      const work = Promise.allSettled([client(), client(), client()]);
      while (answered < 2) await new Promise((resolve) => setTimeout(resolve, 5));
      await new Promise((resolve) => setTimeout(resolve, 7 * round));
      await server.end('SIGKILL');
      await work;
      expect(length()).toBeGreaterThanOrEqual(before + answered);
    }
  });
});
