import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** A sandbox as users start it: the built command in its own process. */
export interface RunningServer {
  readonly url: string;
  readonly wsUrl: string;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

export const cli = join(import.meta.dirname, '../../dist/cli.js');

/** A port that nobody uses, below those that the system gives to connections and to programs that ask for any: none of them takes it later. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer().listen(port, '127.0.0.1');
    if (!(await once(server, 'listening').catch(() => undefined))) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** Starts the built command and waits for its first answer. */
export async function startServer(...args: string[]): Promise<RunningServer> {
  const port = await freePort();
  const seed = args.includes('--seed') ? [] : ['--seed', '0'];
  const child = spawn(process.execPath, [cli, '--port', String(port), ...seed, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the sandbox ended with ${child.exitCode}`);
    if (
      await fetch(`${url}/is_alive`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    url,
    wsUrl: `ws://127.0.0.1:${port}/ws`,
    process: child,
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGINT');
      await once(child, 'exit');
    },
  };
}

/** Makes a JSON-RPC request. Returns the result, or throws an error with the code. */
export async function rpc<T>(url: string, method: string, params?: unknown): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, ...(params === undefined ? {} : { params }) }),
  });
  const answer = (await response.json()) as { result: T; error?: { code: number; message: string; data?: unknown } };
  if (answer.error) throw Object.assign(new Error(answer.error.message), answer.error);
  return answer.result;
}
