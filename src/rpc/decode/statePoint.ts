import type { BlockId } from '../../chain/value/blockId.ts';
import { invalidParams } from '../rpcError.ts';
import { blockId } from './blockId.ts';
import { optional, type StructDecoder, struct } from './decoder.ts';
import { snapshotId } from './snapshotId.ts';

const fields = { snapshot_id: optional(snapshotId), block_id: optional(blockId) };

/** A snapshot, or a block of the present chain. */
export const statePoint: StructDecoder<typeof fields> = struct('StatePoint', fields);

export type StatePoint = { readonly snapshotId: bigint } | { readonly block: BlockId };

/** The one thing that a point names. */
export function onePoint({ snapshotId, blockId }: ReturnType<typeof statePoint>, field: string): StatePoint {
  if (snapshotId !== undefined && blockId === undefined) return { snapshotId };
  if (blockId !== undefined && snapshotId === undefined) return { block: blockId };
  throw invalidParams(`${field} needs either snapshot_id or block_id`);
}
