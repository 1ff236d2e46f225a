import { vi } from 'vitest';
import type { Sandbox } from '../../src/index.ts';

/** What a file of the page exports. Its own types need those of browsers, which this project of TypeScript does not have. */
export function pageFile<T>(path: string): Promise<T> {
  const file = `../../ui/src/${path}`;
  return import(file);
}

/** The client of the page, of a sandbox that sends no notifications. */
export async function clientOf(box: Sandbox): Promise<object> {
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  const { NodeClient } = await pageFile<{ NodeClient: new (connection: object) => object }>('data/node/nodeClient.ts');
  return new NodeClient({
    address: 'http://127.0.0.1:5050',
    status: 'open',
    request: (method: string, params: unknown) => box.request(method as 'chain_getNonce', params as never),
    subscribe: () => () => undefined,
    onStatus: () => () => undefined,
  });
}
