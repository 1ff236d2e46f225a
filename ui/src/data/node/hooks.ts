import { createContext } from 'preact';
import { useContext, useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { RpcMethod, RpcParams, RpcResult } from '../../../../src/rpc/schema.ts';
import { useStore } from '../stores/store.ts';
import { ASK_AGAIN_MS } from './asking.ts';
import { type Freshness, keyOf, type NodeClient } from './nodeClient.ts';

export const NodeContext = createContext<NodeClient | undefined>(undefined);

/** The node that the page shows. */
export function useNode(): NodeClient {
  const node = useContext(NodeContext);
  if (!node) throw new Error('There is no node around this component.');
  return node;
}

/** The answer to a request: what is known, and what went wrong the last time. While it is asked for again, the old data stays. */
export interface Query<T> {
  readonly data: T | undefined;
  readonly error: Error | undefined;
  readonly isLoading: boolean;
  /** Asks again what does not ask again by itself. */
  again?(): void;
}

/** The parameters of a request, or `undefined` while the request cannot be made. */
type MaybeParams<M extends RpcMethod> = RpcParams<M> | undefined | Record<string, never>;

/**
 * Asks the node and follows the chain: a `live` answer is asked for again with every change, a `fixed` one when blocks
 * were taken back. Without parameters nothing is asked; for methods that take none pass `{}`.
 */
export function useQuery<M extends RpcMethod>(
  method: M,
  params: MaybeParams<M>,
  freshness: Freshness = 'live',
): Query<RpcResult<M>> {
  const node = useNode();
  useStore(node.revision);
  useStore(node.epoch);
  const key = params === undefined ? undefined : keyOf(method, params);
  const [answer, setAnswer] = useState<{ key?: string; data?: RpcResult<M>; error?: Error }>({});
  const version = node.version(freshness);
  // An answer is shown although the chain has changed since it was asked for: a newer one follows.
  useLayoutEffect(() => {
    if (key === undefined) return;
    return node.cache.follow(key, (settled) => {
      if ('error' in settled) setAnswer((last) => ({ ...(last.key === key ? last : { key }), error: settled.error }));
      else setAnswer({ key, data: settled.value as RpcResult<M> });
    });
  }, [node, key]);
  // Before the paint: an effect after it would begin the request a frame later.
  useLayoutEffect(() => {
    if (params === undefined || key === undefined) return;
    let isCurrent = true;
    node.cached(method, params as RpcParams<M>, freshness).then(
      // The answer was cached, or the listener above has it already.
      (data) => isCurrent && setAnswer((last) => (last.key === key ? last : { key, data })),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [node, key, version]);
  if (key !== undefined && answer.key === key) {
    const { data, error } = answer;
    return { data, error, isLoading: false };
  }
  const last = key === undefined ? undefined : node.cache.last(key);
  return { data: last?.value as RpcResult<M> | undefined, error: undefined, isLoading: last === undefined };
}

/** Asks again for what failed when the node can be reached again. */
export function useRetry(isFailed: boolean, again: () => void): void {
  const status = useStore(useNode().status);
  useEffect(() => {
    if (isFailed && (status === 'open' || status === 'asked')) again();
  }, [status]);
}

/** Brings the screen up to date every two seconds: for what changes without a block or a transaction. */
export function useAskingAgain(isOn = true): void {
  const node = useNode();
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => node.told(), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [node, isOn]);
}
