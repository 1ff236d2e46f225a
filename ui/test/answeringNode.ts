import { vi } from 'vitest';
import { NodeClient } from '../src/data/node/nodeClient.ts';
import {
  type Connection,
  type ConnectionStatus,
  type NotificationListener,
  RpcFailure,
} from '../src/transport/connection.ts';

/** Answers a request of one method; an error that it throws is the answer of the node. */
type Answer = (params: never) => unknown;

export interface AnsweringNode {
  readonly node: NodeClient;
  /** The methods that were asked for, in order. */
  readonly asked: readonly string[];
  /** The parameters of the last request of a method. */
  paramsOf(method: string): unknown;
  /** Tells all subscriptions of something. */
  notify(method: string, result?: unknown): void;
  setStatus(status: ConnectionStatus): void;
  /** Hides the page, or shows it again. */
  hide(isHidden: boolean): void;
}

/** A client of a node that answers from a table. Methods that the table lacks do not exist. */
export function answeringNode(answers: Readonly<Record<string, Answer>> = {}): AnsweringNode {
  const page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', page);
  const asked: string[] = [];
  const params = new Map<string, unknown>();
  const listeners = new Set<NotificationListener>();
  const onStatus: ((status: ConnectionStatus) => void)[] = [];
  const connection: Connection = {
    address: 'http://127.0.0.1:5050',
    status: 'open',
    request: async (method, given) => {
      asked.push(method);
      params.set(method, given);
      const answer = answers[method];
      if (!answer) throw new RpcFailure(method, { code: -32601, message: 'Method not found' });
      return answer(given as never);
    },
    subscribe: (_method, _params, listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onStatus: (listener) => {
      onStatus.push(listener);
      return () => undefined;
    },
  };
  return {
    node: new NodeClient(connection),
    asked,
    paramsOf: (method) => params.get(method),
    notify: (method, result = {}) => {
      for (const listener of [...listeners]) listener(method, result);
    },
    setStatus: (status) => {
      for (const listener of onStatus) listener(status);
    },
    hide: (isHidden) => {
      page.hidden = isHidden;
      page.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

/** What a node says about a thing that does not exist. */
export const notFound = (): never => {
  throw new RpcFailure('', { code: 20, message: 'Contract not found' });
};
