import { type Felt, feltOfAscii, toFelt } from '../../felt/felt.ts';
import { poseidonMany } from '../../felt/hash.ts';
import type { GasPrices } from '../blockContext.ts';

const BLOCK_HASH = feltOfAscii('STARKNET_BLOCK_HASH1');
const GAS_PRICES = feltOfAscii('STARKNET_GAS_PRICES0');

/** The header a block's hash is taken over. */
export interface BlockHeader {
  readonly number: number;
  readonly stateRoot: Felt;
  readonly sequencerAddress: Felt;
  readonly timestamp: number;
  readonly transactionCount: number;
  readonly eventCount: number;
  readonly stateDiffLength: number;
  readonly blobDa: boolean;
  readonly stateDiffCommitment: Felt;
  readonly transactionCommitment: Felt;
  readonly eventCommitment: Felt;
  readonly receiptCommitment: Felt;
  readonly prices: GasPrices;
  readonly protocolVersion: string;
  readonly parentHash: Felt;
}

/** The hash of a block by the protocol's formula. */
export function blockHash(header: BlockHeader): Felt {
  const { l1Gas, l1DataGas, l2Gas } = header.prices;
  const prices = [l1Gas.wei, l1Gas.fri, l1DataGas.wei, l1DataGas.fri, l2Gas.wei, l2Gas.fri];
  return poseidonMany([
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
    poseidonMany([GAS_PRICES, ...prices.map(toFelt)]),
    feltOfAscii(header.protocolVersion),
    0n as Felt,
    header.parentHash,
  ]);
}

/** Three counts of 8 bytes, then the kind of data availability in the next bit. */
function counts({ transactionCount, eventCount, stateDiffLength, blobDa }: BlockHeader): Felt {
  const packed = (BigInt(transactionCount) << 128n) | (BigInt(eventCount) << 64n) | BigInt(stateDiffLength);
  return toFelt((packed << 64n) | (blobDa ? 1n << 63n : 0n));
}
