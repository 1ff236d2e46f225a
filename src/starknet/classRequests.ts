import type { RpcProvider } from 'starknet';
import { attempt } from './attempt.ts';
import { type Methods, replace } from './methods.ts';

/** Writes requests with a class by `JSON.stringify`. The JSON library of starknet.js takes twenty times as long, which matters for large classes. */
export function writeClassesQuickly(rpc: RpcProvider): void {
  const channel = rpc.channel as unknown as Methods & {
    readonly baseFetch: typeof fetch;
    readonly nodeUrl: string;
    readonly headers: Record<string, string>;
  };
  if (!channel.baseFetch || !channel.nodeUrl) return;
  replace(channel, 'fetch', (original) => (method, params, id = 0) => {
    const body = hasClass(params) ? attempt(() => JSON.stringify({ id, jsonrpc: '2.0', method, params })) : undefined;
    // Values that only the library of starknet.js writes, such as bigints, are an error of JSON.stringify.
    if (body === undefined) return original(method, params, id);
    return channel.baseFetch(channel.nodeUrl, { method: 'POST', body, headers: channel.headers });
  });
}

function hasClass(params: unknown): boolean {
  const { declare_transaction, request, transactions } = (params ?? {}) as Record<string, unknown>;
  return [declare_transaction, request, transactions].flat().some((part) => isDeclaration(part));
}

const isDeclaration = (part: unknown): boolean => typeof part === 'object' && part !== null && 'contract_class' in part;
