import { type Felt, feltOfAscii, toFelt } from '../../felt/felt.ts';
import type { Hashing } from '../../felt/hashing.ts';
import type { GasPrices } from '../blockContext.ts';

const BLOCK_HASH = feltOfAscii('STARKNET_BLOCK_HASH1');
const GAS_PRICES = feltOfAscii('STARKNET_GAS_PRICES0');

/** The header that a block's hash is computed from. With deferred hashing, V stands for hashes that are computed later. */
export interface BlockHeader<V = Felt> {
  readonly number: number;
  readonly stateRoot: Felt;
  readonly sequencerAddress: Felt;
  readonly timestamp: bigint;
  readonly transactionCount: number;
  readonly eventCount: number;
  readonly stateDiffLength: number;
  readonly blobDa: boolean;
  readonly stateDiffCommitment: Felt | V;
  readonly transactionCommitment: Felt | V;
  readonly eventCommitment: Felt | V;
  readonly receiptCommitment: Felt | V;
  readonly prices: GasPrices;
  readonly protocolVersion: string;
  readonly parentHash: Felt | V;
}

/** The hash of a block. */
export function blockHash<V>(header: BlockHeader<V>, hashing: Hashing<V>): V {
  const { l1Gas, l1DataGas, l2Gas } = header.prices;
  const prices = [l1Gas.wei, l1Gas.fri, l1DataGas.wei, l1DataGas.fri, l2Gas.wei, l2Gas.fri];
  return hashing.many([
    BLOCK_HASH,
    toFelt(header.number),
    header.stateRoot,
    header.sequencerAddress,
    toFelt(header.timestamp),
    counts(header),
    header.stateDiffCommitment,
    header.transactionCommitment,
    header.eventCommitment,
    header.receiptCommitment,
    hashing.many([GAS_PRICES, ...prices.map(toFelt)]),
    feltOfAscii(header.protocolVersion),
    0n as Felt,
    header.parentHash,
  ]);
}

/** Three counts of 8 bytes each, then one bit for the data availability mode. */
function counts({ transactionCount, eventCount, stateDiffLength, blobDa }: BlockHeader<unknown>): Felt {
  const packed = (BigInt(transactionCount) << 128n) | (BigInt(eventCount) << 64n) | BigInt(stateDiffLength);
  return toFelt((packed << 64n) | (blobDa ? 1n << 63n : 0n));
}
