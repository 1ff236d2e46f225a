// Starts the built command as a separate process, with a client of it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from './client.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

// Removed at exit, so that a failed benchmark leaves no server and no folder behind.
const running = new Set<ChildProcess>();
const folders = new Set<string>();
process.once('exit', () => {
  for (const child of running) child.kill();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** An empty folder for compiled classes, which is removed at exit, so that figures do not depend on earlier runs. */
export function newClassCache(): string {
  const folder = mkdtempSync(join(tmpdir(), 'starbox-bench-'));
  folders.add(folder);
  return folder;
}

export interface Running {
  readonly child: ChildProcess;
  readonly client: Client;
  readonly url: string;
  /** From the start of the process to its first answer. */
  readonly startMs: number;
}

/** Starts the built command, with a folder for compiled classes, or the native server of a path, and waits for its first answer. */
export async function start(
  native?: string,
  classCache = native ? '' : newClassCache(),
  env: NodeJS.ProcessEnv = process.env,
): Promise<Running> {
  const port = await freePort();
  const options = ['--port', String(port), '--seed', '0'];
  const [command, args] = native
    ? [native, options]
    : [process.execPath, ['dist/cli.js', ...options, '--quiet', '--class-cache', classCache]];
  const begin = performance.now();
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const client = new Client(port);
  for (;;) {
    try {
      await client.call('starknet_blockNumber');
      return { child, client, url: `http://127.0.0.1:${port}`, startMs: performance.now() - begin };
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }
}

/** A first run that is idle for a while, so that it writes the compile cache with which later runs start (Node 22.8 and later). */
export async function firstRun(): Promise<void> {
  const run = await start();
  await new Promise((resolve) => setTimeout(resolve, 2000));
  await stop(run);
}

export async function stop({ child, client }: Running): Promise<void> {
  client.close();
  child.kill('SIGINT');
  await once(child, 'exit');
}

export const rssMb = (child: ChildProcess): number =>
  process.platform === 'linux'
    ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1024
    : Number.NaN;

/** The milliseconds that the main thread of a process has run. */
export const threadMs = ({ pid }: ChildProcess): number =>
  process.platform === 'linux'
    ? Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
    : Number.NaN;

/** The milliseconds that all threads of a process have run. */
export const processMs = ({ pid }: ChildProcess): number =>
  process.platform === 'linux'
    ? readdirSync(`/proc/${pid}/task`).reduce(
        (sum, task) => sum + Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
        0,
      )
    : Number.NaN;
