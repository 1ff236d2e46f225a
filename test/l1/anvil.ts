import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { freePort } from '../support/server.ts';

const names: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64', win32: 'windows' };
const nameOf = (word: string) => names[word] ?? word;

/** The binary of the L1 node for this platform; undefined if its package is not installed. */
export const anvilPath: string | undefined = (() => {
  const platform = `${nameOf(process.platform)}-${nameOf(process.arch)}`;
  const file = `@foundry-rs/anvil-${platform}/bin/anvil${process.platform === 'win32' ? '.exe' : ''}`;
  try {
    return createRequire(import.meta.url).resolve(file);
  } catch {
    return undefined;
  }
})();

/** Starts an L1 node on a free port. */
export async function startAnvil(): Promise<{ url: string; call: L1Call; stop: () => void }> {
  const port = await freePort();
  const child = spawn(anvilPath!, ['--port', String(port)], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}/`;
  const call: L1Call = async (method, params = []) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { result, error } = (await response.json()) as { result: never; error?: { message: string } };
    if (error) throw new Error(error.message);
    return result;
  };
  for (const deadline = Date.now() + 120_000; ; ) {
    try {
      await call('eth_chainId');
      break;
    } catch (error) {
      if (child.exitCode !== null || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  return { url, call, stop: () => child.kill() };
}

export type L1Call = <T = string>(method: string, params?: readonly unknown[]) => Promise<T>;
