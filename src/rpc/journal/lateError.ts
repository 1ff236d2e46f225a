import { RpcError } from '../rpcError.ts';

/** An error that answers a request whose change has happened all the same: the journal keeps it, and a replay goes on. */
export class LateError extends RpcError {
  constructor({ kind, words, data }: RpcError) {
    super(kind, { message: words, data });
  }
}
