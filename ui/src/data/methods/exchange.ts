import type { NodeClient } from '../node/nodeClient.ts';
import type { Exchange } from './snippets.ts';

/** Makes a request of any method and returns its result or error. Afterwards the screen is updated if the method may change the chain. */
export async function exchange(
  node: NodeClient,
  method: string,
  params: unknown,
  mayChange: boolean,
): Promise<Exchange> {
  const start = performance.now();
  const done = (outcome: Pick<Exchange, 'result' | 'error'>): Exchange => {
    if (mayChange) node.changed(true);
    return { method, params, milliseconds: performance.now() - start, ...outcome };
  };
  return node.connection.request(method, params).then(
    (result) => done({ result }),
    (error: Error) => done({ error }),
  );
}
