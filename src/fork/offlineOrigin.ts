import { hint, message } from '../protocol/message.ts';
import type { OriginAnswer, OriginCall, OriginEndpoint } from './originClient.ts';
import { OriginError } from './originError.ts';

/** The endpoint of offline mode. It makes no requests; every call fails with an error that names the value that is not cached. */
export const OFFLINE: OriginEndpoint = {
  call(calls: readonly OriginCall[]): Promise<readonly OriginAnswer[]> {
    if (calls.length === 0) return Promise.resolve([]);
    const names = calls.slice(0, 3).map(({ method, params }) => nameOf(method, JSON.stringify(params)));
    const more = calls.length > 3 ? ` and ${calls.length - 3} more` : '';
    return Promise.reject(notCached(`${names.join(', ')}${more}`));
  },
  send(request: string): Promise<string> {
    const { method, params } = JSON.parse(request) as { readonly method: string; readonly params: unknown };
    return Promise.reject(notCached(nameOf(method.replace('starknet_', ''), JSON.stringify(params))));
  },
};

const nameOf = (method: string, params: string) =>
  `${method} ${params.length > 300 ? `${params.slice(0, 300)}…` : params}`;

const notCached = (what: string) =>
  new OriginError(
    'notCached',
    message`${hint('offlineMode')} is set and the cache lacks ${what}. Run once without it to fetch that`,
  );
