import { useEffect, useRef } from 'preact/hooks';
import type { RpcMethod, RpcParams, RpcResult } from '../../../../src/rpc/schema.ts';
import { useStore } from '../stores/store.ts';
import { useNode } from './hooks.ts';
import { type OnceQuery, useOnce } from './useOnce.ts';

/** The answer to a request that may be much work: asked for again with every change of the chain while that is quick, then only when it is told to. */
export function useQuickQuery<M extends RpcMethod>(method: M, params: RpcParams<M>): OnceQuery<RpcResult<M>> {
  const query = useOnce(method, params);
  const revision = useStore(useNode().revision);
  const last = useRef(revision);
  useEffect(() => {
    if (last.current === revision || query.isBusy || query.isLong) return;
    last.current = revision;
    query.again();
  });
  return query;
}
