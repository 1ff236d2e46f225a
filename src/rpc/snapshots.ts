import type { Node } from '../chain/node.ts';
import type { ChainValue } from '../chain/value/chainValue.ts';
import { hex } from './format/hex.ts';
import { RpcError } from './rpcError.ts';

export const unknownSnapshot = (id: bigint): RpcError =>
  new RpcError('failed', {
    message: `There is no snapshot ${hex(id)}: its id is wrong, or it was reverted or dropped.`,
  });

/** The chain of a snapshot. */
export function snapshotOf(node: Node, id: bigint): ChainValue {
  const value = node.snapshot(id);
  if (!value) throw unknownSnapshot(id);
  return value;
}
