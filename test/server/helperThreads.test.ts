import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cli, startServer } from '../support/server.ts';
import { skipUnless } from '../support/skipUnless.ts';

/** The nice value of a thread: the 19th field of its file, counted after the name in parentheses. */
const niceOf = (process: number, thread: string): number =>
  Number(readFileSync(`/proc/${process}/task/${thread}/stat`, 'utf8').split(') ')[1]!.split(' ')[16]);

const canRun =
  skipUnless(existsSync('/proc/self/task'), 'threads have priorities only on Linux') &&
  skipUnless(existsSync(cli), 'dist/ is not built; run npm run build');

test.runIf(canRun)('threads that optimise code give way to the one that answers', async () => {
  const server = await startServer('--quiet');
  try {
    const pid = server.process.pid!;
    const others = readdirSync(`/proc/${pid}/task`).filter((thread) => Number(thread) !== pid);
    const main = niceOf(pid, String(pid));
    expect(main).toBe(niceOf(process.pid, String(process.pid)));
    expect(others.filter((thread) => niceOf(pid, thread) === Math.min(main + 10, 19)).length).toBeGreaterThan(3);
  } finally {
    await server.stop();
  }
});
