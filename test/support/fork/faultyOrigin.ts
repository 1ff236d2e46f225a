import { defaultConfig, type NodeConfig } from '../../../src/chain/config.ts';
import { createBundledNode } from '../../../src/chain/createBundledNode.ts';
import type { ForkingOptions } from '../../../src/fork/connectOrigin.ts';
import { originConnector } from '../../../src/fork/originConnector.ts';
import type { FetchAnswer, FetchLike } from '../../../src/fork/transport.ts';
import type { Sandbox } from '../../../src/index.ts';
import { answerText } from '../../../src/rpc/answerText.ts';
import { Hub } from '../../../src/sandbox/hub.ts';
import { URL } from './chains.ts';

/** An answer over HTTP. */
export const answer = (text: string, status = 200, headers: Record<string, string> = {}): FetchAnswer => ({
  status,
  statusText: status === 429 ? 'Too Many Requests' : status === 200 ? 'OK' : 'Service Unavailable',
  headers: { get: (name) => headers[name] ?? null },
  text: async () => text,
});

/** An origin that gives other answers while `instead` is set. */
export interface FaultyOrigin {
  /** Replaces the answer; undefined for the true answer. */
  instead: ((body: string) => Promise<FetchAnswer>) | undefined;
  calls: number;
  readonly fetch: FetchLike;
}

/** An origin that is a sandbox, until it gives other answers. */
export function faultyOrigin(origin: Pick<Sandbox, 'fetch'>): FaultyOrigin {
  const state: FaultyOrigin = {
    instead: undefined,
    calls: 0,
    fetch: (url, init) => {
      state.calls++;
      return state.instead ? state.instead(init.body) : origin.fetch(url, init);
    },
  };
  return state;
}

/** A node with shorter pauses. */
export async function fork(options: ForkingOptions, config: Partial<NodeConfig> = {}) {
  const pauses: number[] = [];
  const warnings: string[] = [];
  const node = await createBundledNode(
    {
      ...defaultConfig,
      seed: 5,
      accounts: 1,
      fork: { url: URL, blockNumber: undefined, cachingEnabled: undefined },
      ...config,
    },
    originConnector({
      sleep: async (ms) => void pauses.push(ms),
      log: (level, text) => level === 'warn' && warnings.push(String(text)),
      ...options,
    }),
  );
  const hub = new Hub(node);
  const ask = async (method: string, params: unknown) =>
    JSON.parse(await answerText(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), hub.dispatcher));
  const close = () => {
    hub.end();
    node.close();
  };
  return { node, hub, ask, pauses, warnings, close };
}
