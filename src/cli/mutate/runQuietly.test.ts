import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { howItEnded, runQuietly } from './runQuietly.ts';

const LONG_MS = 600_000;
const node = (code: string) => [process.execPath, '-e', code];

test('how a command ended is told', async () => {
  const ended = await runQuietly(node('console.log("said"); process.exit(3)'), {}, LONG_MS);
  expect(ended).toMatchObject({ status: 3, endedBy: 'itself', output: 'said\n' });
  expect(howItEnded(ended)).toBe('ended with 3');
  const killed = await runQuietly(node('process.kill(process.pid, "SIGKILL")'), {}, LONG_MS);
  if (process.platform !== 'win32') expect(howItEnded(killed)).toBe('ended with SIGKILL');
  const late = await runQuietly(node('setInterval(() => {}, 1000)'), {}, 100);
  expect(late).toMatchObject({ status: undefined, endedBy: 'limit' });
});

test('a command ends that stands still in an endless loop, and one that gets on does not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'starbox-quiet-'));
  const path = join(folder, 'progress');
  const endless = await runQuietly(node('for (;;);'), {}, LONG_MS, { path, stallMs: 1000 });
  expect(endless).toMatchObject({ status: undefined, endedBy: 'stall' });
  const write = `require('node:fs').appendFileSync(${JSON.stringify(path)}, 'x')`;
  const busy = `let left = 20; const timer = setInterval(() => { ${write}; if (--left === 0) clearInterval(timer); }, 200);`;
  expect(await runQuietly(node(busy), {}, LONG_MS, { path, stallMs: 15_000 })).toMatchObject({
    status: 0,
    endedBy: 'itself',
  });
  rmSync(folder, { recursive: true });
});

test.each(['exit', 'SIGHUP', 'SIGINT', 'SIGTERM'] as const)(
  'a command ends with the process that runs it: %s',
  async (event) => {
    const before = new Set<unknown>(process.listeners(event as 'exit'));
    const own = () => process.listeners(event as 'exit').filter((listener) => !before.has(listener));
    const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      const run = runQuietly(node('setInterval(() => {}, 1000)'), {}, LONG_MS);
      const listeners = own();
      expect(listeners).toHaveLength(1);
      listeners[0]!(0);
      expect((await run).status).not.toBe(0);
      expect(own()).toEqual([]);
      if (event !== 'exit') expect(exit).toHaveBeenCalledWith(130);
    } finally {
      exit.mockRestore();
      write.mockRestore();
    }
  },
);
