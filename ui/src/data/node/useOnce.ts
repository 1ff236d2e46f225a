import { useEffect, useMemo, useState } from 'preact/hooks';
import type { RpcMethod, RpcParams, RpcResult } from '../../../../src/rpc/schema.ts';
import { useStore } from '../stores/store.ts';
import { type Query, useNode, useRetry } from './hooks.ts';
import { keyOf } from './nodeClient.ts';

/** The answer to a request that is too much work to repeat with every change of the chain. */
export interface OnceQuery<T> extends Query<T> {
  /** Whether the chain has changed since. */
  readonly isOld: boolean;
  /** Whether it is asked for now, for the first time or again. */
  readonly isBusy: boolean;
  /** Whether the last two answers took long. The first alone may have waited for a compilation, or for the origin of a fork. */
  readonly isLong: boolean;
  again(): void;
}

/** Two answers in turn that take longer are much work. */
const LONG_MS = 300;

/** How a request ended. */
type Settled<T> = { readonly data: T } | { readonly error: Error };

/** Makes a request that is much work: one at a time, and none that nobody waits for any more. */
export class OneAtATime<T> {
  readonly #send: (signal: AbortSignal) => Promise<T>;
  readonly #show: (settled: Settled<T>) => void;
  readonly #end = new AbortController();
  #isBusy = false;

  constructor(send: (signal: AbortSignal) => Promise<T>, show: (settled: Settled<T>) => void) {
    this.#send = send;
    this.#show = show;
  }

  /** Asks, and returns true, unless it waits for an answer already. */
  ask(): boolean {
    if (this.#isBusy || this.#end.signal.aborted) return false;
    this.#isBusy = true;
    const show = (settled: Settled<T>) => {
      this.#isBusy = false;
      if (!this.#end.signal.aborted) this.#show(settled);
    };
    this.#send(this.#end.signal).then(
      (data) => show({ data }),
      (error: Error) => show({ error }),
    );
    return true;
  }

  /** Ends the request that is under way, and shows nothing any more. */
  stop(): void {
    this.#end.abort();
  }
}

interface Answer<T> {
  readonly key?: string;
  readonly at?: number;
  readonly isLong?: boolean;
  readonly data?: T;
  readonly error?: Error;
}

/** Asks once, and again when it is told to. Without parameters nothing is asked. */
export function useOnce<M extends RpcMethod>(method: M, params: RpcParams<M> | undefined): OnceQuery<RpcResult<M>> {
  const node = useNode();
  const changes = useStore(node.changes);
  const [answer, setAnswer] = useState<Answer<RpcResult<M>>>({});
  const [isAskedAgain, setAskedAgain] = useState(false);
  const key = params === undefined ? undefined : keyOf(method, params);
  const asking = useMemo(() => {
    if (params === undefined || key === undefined) return undefined;
    let at: number;
    let start: number;
    let longInTurn = 0;
    const send = (signal: AbortSignal) => {
      at = node.changes.get();
      start = performance.now();
      return node.connection.request(method, params, signal) as Promise<RpcResult<M>>;
    };
    return new OneAtATime(send, (settled) => {
      longInTurn = performance.now() - start > LONG_MS ? longInTurn + 1 : 0;
      setAnswer({ key, at, isLong: longInTurn > 1, ...settled });
      setAskedAgain(false);
    });
  }, [node, key]);
  useEffect(() => {
    setAskedAgain(false);
    asking?.ask();
    return () => asking?.stop();
  }, [asking]);
  const isKnown = key !== undefined && answer.key === key;
  const isLoading = key !== undefined && !isKnown;
  const again = () => {
    if (asking?.ask()) setAskedAgain(true);
  };
  useRetry(isKnown && answer.error !== undefined, again);
  return {
    data: isKnown ? answer.data : undefined,
    error: isKnown ? answer.error : undefined,
    isLoading,
    isOld: isKnown && answer.at !== changes,
    isBusy: isLoading || isAskedAgain,
    isLong: isKnown && answer.isLong === true,
    again,
  };
}
