import type { Cancellation } from '../chain/cancellation.ts';
import { unwritten } from '../json/writtenJson.ts';
import { CallScope } from '../rpc/callScope.ts';
import type { Dispatcher } from '../rpc/dispatch.ts';
import type { Params } from '../rpc/envelope.ts';
import type { RpcArguments, RpcResult, RpcUsualMethod } from '../rpc/schema.ts';

/** Asks the node with requests, which are checked, and journaled if they change the chain. Restrictions and faults are for clients alone. */
export type AskNode = <M extends RpcUsualMethod>(method: M, ...params: RpcArguments<M>) => Promise<RpcResult<M>>;

/** What the node answered in place of a result. */
export class NodeAnswerError extends Error {
  override readonly name = 'NodeAnswerError';
  readonly code: number;
  readonly data: unknown;

  constructor(method: string, error: { readonly code: number; readonly message: string; readonly data?: unknown }) {
    super(`${method}: ${error.message}`);
    this.code = error.code;
    this.data = error.data;
  }
}

/** The way to the node for one request of a client, which may give up. */
export const askNode =
  (dispatcher: Pick<Dispatcher, 'answer'>, signal?: Cancellation): AskNode =>
  async (method, ...[params]) => {
    const scope = new CallScope(signal);
    try {
      const call = { kind: 'call', id: 0, method, params: params as Params } as const;
      const answer = await dispatcher.answer(call, { signal: scope, isOwn: true });
      if ('error' in answer) throw new NodeAnswerError(method, answer.error);
      return unwritten(answer.result) as never;
    } finally {
      scope.memory.end();
    }
  };
