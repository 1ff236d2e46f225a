import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const file = join(mkdtempSync(join(tmpdir(), 'starbox-heap-')), 'heap');

/** Makes servers that are started from now on report the size of their heap. */
export function probeHeaps(): void {
  process.env['STARBOX_HEAP_FILE'] = file;
  process.env['NODE_OPTIONS'] = `--require ${resolve('bench/heapProbe.cjs')}`;
}

/** The bytes of a server's heap after a full garbage collection. */
export async function heapOf(pid: number): Promise<number> {
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(file)) await new Promise((done) => setTimeout(done, 50));
  return Number(readFileSync(file, 'utf8'));
}
