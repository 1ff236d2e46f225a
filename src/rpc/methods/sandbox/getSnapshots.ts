import type { ChainValue } from '../../../chain/value/chainValue.ts';
import { newestNumber, timelineOf } from '../../../chain/value/timeline.ts';
import { jsonInteger } from '../../../json/writeJson.ts';
import { optional, struct } from '../../decode/decoder.ts';
import { pageSize } from '../../decode/pageSize.ts';
import { optionalParams } from '../../decode/params.ts';
import { type Hex, hex } from '../../format/hex.ts';
import { method } from '../../method.ts';

const USUAL_ROWS = 200;
const params = optionalParams(struct('SnapshotList', { limit: optional(pageSize) }));

export interface SnapshotSummary {
  readonly snapshot_id: Hex;
  readonly name: string | null;
  /** The newest block of the snapshot, and its time. */
  readonly block_number: number;
  readonly block_hash: Hex;
  readonly timestamp: number | bigint;
  /** The transactions of its open block. */
  readonly pre_confirmed_tx_count: number;
  readonly transaction_count: number;
  /** The branch that it lies on: an index of `branches`. */
  readonly branch: number;
  /** Whether the present chain is this one, without a change since. */
  readonly is_present: boolean;
}

/** Blocks one after the other. The first branch is the present chain. */
export interface BranchSummary {
  /** The branch that it leaves; null for the first. */
  readonly parent: number | null;
  /** The last block that it shares with its parent; null for the first. */
  readonly shared_block_number: number | null;
  readonly last_block_number: number;
}

export const getSnapshots = method({
  name: 'getSnapshots',
  group: 'sandbox',
  summary:
    'The newest snapshots, oldest first, with their blocks and times, and the branches of the timeline that they lie on.',
  kind: 'read',
  params,
  run: ({ node }, { limit = USUAL_ROWS }) => {
    const { value: present, snapshots: all } = node;
    const snapshots = all.slice(-limit);
    const { branches, branchOf } = timelineOf(present, snapshots);
    return {
      snapshots: snapshots.map(
        ([id, { value, name }]): SnapshotSummary => ({
          snapshot_id: hex(id),
          name: name ?? null,
          ...pointOf(value),
          branch: branchOf.get(id)!,
          is_present: value === present,
        }),
      ),
      branches: branches.map(
        ({ tip, parent, sharedNumber }): BranchSummary => ({
          parent: parent ?? null,
          shared_block_number: parent === undefined ? null : sharedNumber,
          last_block_number: newestNumber(tip),
        }),
      ),
      total: all.length,
    };
  },
});

function pointOf({ history, open }: ChainValue) {
  const { block } = history.records.last!;
  return {
    block_number: block.number,
    block_hash: hex(block.hash),
    timestamp: jsonInteger(block.timestamp),
    pre_confirmed_tx_count: open.executed.length,
    transaction_count: history.places.size + open.executed.length,
  };
}
