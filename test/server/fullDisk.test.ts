import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { isBuilt } from '../support/build.ts';
import { startProgram } from '../support/program.ts';
import { rpc } from '../support/server.ts';
import { skipUnless } from '../support/skipUnless.ts';

const folder = mkdtempSync(join(tmpdir(), 'starbox-full-'));
const disk = join(folder, 'disk');
const other = join(folder, 'other');
mkdirSync(disk);
mkdirSync(other);
const isMounted =
  process.platform === 'linux' && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', disk]).status === 0;
if (!isMounted) console.log('A full disk is not tried: only root on Linux can mount a small one.');
afterAll(() => {
  if (isMounted) spawnSync('umount', ['-l', disk]);
  rmSync(folder, { recursive: true, force: true });
});

const filler = join(disk, 'filler');
/** Fills the disk, as the log of another program might. */
const fill = () => {
  for (const size of [4096, 512, 64, 1])
    for (;;)
      try {
        writeFileSync(filler, 'x'.repeat(size), { flag: 'a' });
      } catch {
        break;
      }
};
const dump = join(disk, 'dump.json');
const events = () => JSON.parse(readFileSync(dump, 'utf8')) as { id: number }[];

describe.runIf(isBuilt && skipUnless(isMounted, 'this user cannot mount a small disk'))(
  'on a full disk (needs dist/ and root)',
  () => {
    test('a dump is a complete prefix of the journal, requests still succeed, and the dump catches up later', async () => {
      const server = await startProgram(folder, '--seed', '1', '--dump-on', 'block', '--dump-path', dump);
      const mint = () => rpc(server.url, 'devnet_mint', { address: '0x77', amount: 5 });
      const config = () => rpc<{ dump_behind?: { entries: number; reason: string } }>(server.url, 'devnet_getConfig');
      for (let i = 0; i < 5; i++) await mint();
      expect(events()).toHaveLength(5);
      expect(await config()).not.toHaveProperty('dump_behind');
      fill();
      for (let i = 0; i < 200; i++) await mint();
      expect(await rpc(server.url, 'starknet_blockNumber')).toBe(205);
      const written = events().length;
      expect(written).toBeGreaterThanOrEqual(5);
      expect(written).toBeLessThan(205);
      const { dump_behind } = await config();
      expect(dump_behind).toEqual({
        entries: 205 - written,
        reason: expect.stringContaining('No space left on device (os error 28)'),
      });
      expect(server.output().match(/is behind the chain/g)).toHaveLength(1);
      expect(server.output()).toContain('No space left on device (os error 28)');

      rmSync(filler);
      // The dump catches up by itself.
      for (let waited = 0; events().length < 205 && waited < 100; waited++)
        await new Promise((resolve) => setTimeout(resolve, 100));
      expect(events()).toHaveLength(205);
      expect(await config()).not.toHaveProperty('dump_behind');
      fill();
      await mint();
      rmSync(filler);
      // The dump catches up with the next request.
      await mint();
      expect(events()).toHaveLength(207);
      expect(await server.end('SIGTERM')).toBe(0);
      expect(readdirSync(disk)).toEqual(['dump.json']);
      rmSync(dump);
    });

    test('what could not be written at the end is saved elsewhere, and the program exits with 1', async () => {
      process.env['TMPDIR'] = other;
      try {
        const state = join(disk, 'chain.starbox');
        const dumping = ['--dump-on', 'block', '--dump-path', dump];
        const server = await startProgram(folder, '--seed', '1', '--state', state, ...dumping);
        await rpc(server.url, 'devnet_createBlock');
        fill();
        for (let i = 0; i < 5; i++)
          await rpc(server.url, 'devnet_impersonateAccount', { account_address: `0x${i + 1}` });
        const written = events().length;
        expect(await server.end('SIGTERM')).toBe(1);
        expect(events()).toHaveLength(written);
        expect(existsSync(state)).toBe(false);
        const [whole] = readdirSync(other).filter((name) => name.endsWith('.json'));
        expect(JSON.parse(readFileSync(join(other, whole!), 'utf8'))).toHaveLength(6);
        expect(readdirSync(other)).toHaveLength(2);
        expect(readdirSync(disk).sort()).toEqual(['dump.json', 'filler']);
      } finally {
        delete process.env['TMPDIR'];
      }
    });
  },
);
