import { blockHash } from '../../src/execution/hash/blockHash.ts';
import {
  eventCommitment,
  receiptCommitment,
  stateDiffCommitment,
  transactionCommitment,
} from '../../src/execution/hash/commitments.ts';
import { type Felt, formatFelt } from '../../src/felt/felt.ts';
import { directHashing } from '../../src/felt/hashing.ts';
import { protocolNamed } from '../../src/protocol/versions.ts';
import { diffSize } from '../../src/state/diffParts.ts';
import { felt, type Recorded, stateDiffOf } from '../recorded.ts';
import type { Fact } from './fact.ts';
import { withZeroSignatures } from './olderFormulas.ts';
import { hashIn, includedIn, protocolOf, type RealBlock } from './realBlock.ts';

/** Everything that can be computed from the text of a block, compared with what the network says. */
export function* blockFacts(block: RealBlock): Generator<Fact> {
  const { header, transactions } = block;
  for (const { transaction } of transactions ?? []) {
    const hash = hashIn(block, transaction);
    if (hash !== undefined) yield fact('transaction hash', hash, transaction.transaction_hash, transaction.type);
  }
  // Older blocks commit to their content by other formulas, which no block of ours has.
  if (header.receipt_commitment === undefined) return;
  const diff = block.state_diff && withMigrated(block.state_diff);
  const included = includedIn(block);
  const isOurs = protocolNamed(protocolOf(block)) !== undefined;
  const ours: Partial<Record<(typeof COMMITMENTS)[number], Felt>> = {
    ...(included && {
      transaction_commitment: transactionCommitment(isOurs ? included : withZeroSignatures(included), directHashing),
      event_commitment: eventCommitment(included, directHashing),
      receipt_commitment: receiptCommitment(included, directHashing),
    }),
    ...(diff && { state_diff_commitment: stateDiffCommitment(diff, directHashing) }),
  };
  for (const name of COMMITMENTS)
    if (ours[name] !== undefined) yield fact(name.replaceAll('_', ' '), ours[name], header[name]);
  if (diff)
    yield fact('state diff length', BigInt(diffSize(diff)) as Felt, `0x${header.state_diff_length.toString(16)}`);
  if (!included || !isOurs) return;
  yield fact('block hash', hashOfHeader(header, included.length, eventsIn(block), ours), header.block_hash);
}

const COMMITMENTS = [
  'transaction_commitment',
  'event_commitment',
  'receipt_commitment',
  'state_diff_commitment',
] as const;

const fact = (what: string, ours: Felt, theirs: string, subject?: string): Fact => ({
  what,
  isEqual: ours === felt(theirs),
  detail: `${subject ? `${subject} ` : ''}${what} ${theirs}, here ${formatFelt(ours)}`,
});

const eventsIn = ({ transactions }: RealBlock): number =>
  (transactions ?? []).reduce((sum, { receipt }) => sum + receipt.events.length, 0);

/** The hash of a header with our commitments; those that cannot be computed are taken from it. */
function hashOfHeader(
  header: Recorded,
  transactionCount: number,
  eventCount: number,
  ours: Readonly<Partial<Record<(typeof COMMITMENTS)[number], Felt>>>,
): Felt {
  const commitment = (name: (typeof COMMITMENTS)[number]) => ours[name] ?? felt(header[name]);
  const price = (name: string) => ({
    wei: BigInt(header[name].price_in_wei),
    fri: BigInt(header[name].price_in_fri),
  });
  return blockHash(
    {
      number: header.block_number,
      stateRoot: felt(header.new_root),
      sequencerAddress: felt(header.sequencer_address),
      timestamp: BigInt(header.timestamp),
      transactionCount,
      eventCount,
      stateDiffLength: header.state_diff_length,
      blobDa: header.l1_da_mode === 'BLOB',
      stateDiffCommitment: commitment('state_diff_commitment'),
      transactionCommitment: commitment('transaction_commitment'),
      eventCommitment: commitment('event_commitment'),
      receiptCommitment: commitment('receipt_commitment'),
      prices: { l1Gas: price('l1_gas_price'), l1DataGas: price('l1_data_gas_price'), l2Gas: price('l2_gas_price') },
      protocolVersion: header.starknet_version,
      parentHash: felt(header.parent_hash),
    },
    directHashing,
  );
}

/** A state diff, in which classes that the block migrated count as declared. */
function withMigrated(json: Recorded): ReturnType<typeof stateDiffOf> {
  const migrated = json.migrated_compiled_classes ?? [];
  return stateDiffOf({ ...json, declared_classes: [...json.declared_classes, ...migrated] });
}
