import { blockHash } from '../../execution/hash/blockHash.ts';
import {
  eventCommitment,
  type IncludedTransaction,
  receiptCommitment,
  stateDiffCommitment,
  transactionCommitment,
} from '../../execution/hash/commitments.ts';
import { type Felt, parseFelt } from '../../felt/felt.ts';
import { directHashing } from '../../felt/hashing.ts';
import { diffSize } from '../../state/diffParts.ts';
import type { StateDiff } from '../../state/stateDiff.ts';
import type { ReplayedHeader } from '../../tools/replay/replayer.ts';
import { hex } from '../format/hex.ts';
import { type Difference, differencesOf } from './differences.ts';

/** A block as its header shows it, and what the replay made of it. */
export interface BlockToCompare {
  /** The header of the origin as JSON-RPC shows it. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly header: ReplayedHeader;
  readonly transactions: readonly IncludedTransaction[];
  readonly stateDiff: StateDiff;
}

/**
 * Compares counts, commitments and the block hash, as far as the header of the origin has them. The state root and the hash of the block before
 * are taken from the header, because a replay knows neither.
 */
export function fieldDifferences(block: BlockToCompare): readonly Difference[] {
  const { fields } = block;
  const ours: Readonly<Record<string, unknown>> = blockFields(block);
  const names = Object.keys(ours).filter((name) => fields[name] !== undefined && fields[name] !== null);
  return differencesOf('block', Object.fromEntries(names.map((name) => [name, fields[name]])), pick(ours, names));
}

/** Whether a block has a hash of its content. That of a sandbox in lite mode is its number, and records of other tools may have none. */
export const hasHash = ({ block_hash, block_number }: Readonly<Record<string, unknown>>): boolean =>
  block_hash !== undefined && block_hash !== null && parseFelt(block_hash) !== BigInt(Number(block_number));

const pick = (object: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, object[name]]));

function blockFields({ fields, header, transactions, stateDiff }: BlockToCompare) {
  const commitments = {
    transactionCommitment: transactionCommitment(transactions, directHashing),
    eventCommitment: eventCommitment(transactions, directHashing),
    receiptCommitment: receiptCommitment(transactions, directHashing),
    stateDiffCommitment: stateDiffCommitment(stateDiff, directHashing),
  };
  const counts = {
    transactionCount: transactions.length,
    eventCount: transactions.reduce((sum, { receipt }) => sum + receipt.events.length, 0),
    stateDiffLength: diffSize(stateDiff),
  };
  const hash = blockHash(
    {
      ...commitments,
      ...counts,
      number: header.number,
      timestamp: header.timestamp,
      sequencerAddress: header.sequencerAddress,
      blobDa: header.blobDa,
      prices: header.prices,
      protocolVersion: String(fields['starknet_version']),
      stateRoot: feltAt(fields, 'new_root'),
      parentHash: feltAt(fields, 'parent_hash'),
    },
    directHashing,
  );
  return {
    transaction_count: counts.transactionCount,
    event_count: counts.eventCount,
    state_diff_length: counts.stateDiffLength,
    transaction_commitment: hex(commitments.transactionCommitment),
    event_commitment: hex(commitments.eventCommitment),
    receipt_commitment: hex(commitments.receiptCommitment),
    state_diff_commitment: hex(commitments.stateDiffCommitment),
    block_hash: hex(hash),
  };
}

const feltAt = (fields: Readonly<Record<string, unknown>>, name: string): Felt =>
  parseFelt(fields[name]) ?? (0n as Felt);
