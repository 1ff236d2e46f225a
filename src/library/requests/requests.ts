import type { RpcArguments, RpcMethod, RpcNeutralName, RpcResult, RpcUsualMethod } from '../../rpc/schema.ts';

/** Sends a request to the sandbox as a client would: it is checked, and journaled if it changes the chain. */
export interface SendRequest {
  /** A method whose name is known only at run time: the type of its result has to be given. */
  <T = never>(method: [T] extends [never] ? never : string, params?: unknown): Promise<NoInfer<T>>;
  /** A method by its neutral name. */
  <M extends RpcNeutralName>(
    method: M extends RpcMethod ? M : never,
    ...params: M extends RpcMethod ? RpcArguments<M> : never
  ): Promise<M extends RpcMethod ? RpcResult<M> : never>;
  /** A method of the API: the types of its parameters and its result follow from its name. */
  <M extends RpcUsualMethod>(method: M, ...params: RpcArguments<M>): Promise<RpcResult<M>>;
}
