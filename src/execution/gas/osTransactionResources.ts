import type { ProtocolConstants } from '../../protocol/constants.ts';
import type { OsResources } from '../../protocol/osCost.ts';
import type { VmResources } from '../callInfo.ts';
import { addResources, osCost, osResources } from './vmResources.ts';

/** The kinds of transactions that the OS distinguishes. */
export type OsTransactionKind = keyof ProtocolConstants['transactions'];

/** The OS's resources for a transaction: a cost by kind and calldata length, and publishing the state changes. */
export function osTransactionResources(
  kind: OsTransactionKind,
  calldataFelts: number,
  segmentLength: number,
  blobDa: boolean,
  constants: ProtocolConstants,
): VmResources {
  const transaction = osCost(constants.transactions[kind], calldataFelts);
  return blobDa ? addResources(transaction, kzgResources(segmentLength, constants)) : transaction;
}

/** The resources for committing to a blob: evaluating the polynomial, and a Poseidon hash over all felts. */
export function kzgResources(segmentLength: number, constants: ProtocolConstants): VmResources {
  return addResources(
    osResources(constants.kzgPerFelt, segmentLength),
    osResources(poseidonManyResources(segmentLength)),
  );
}

/** The OS hashes ten felts in each iteration of its loop, then the remaining pairs, then an odd felt. */
function poseidonManyResources(felts: number): OsResources {
  const steps = 55 * Math.floor(felts / 10) + 18 * Math.floor((felts % 10) / 2) + 3 * (felts % 2) + 21;
  return { steps, builtins: { poseidon: Math.floor(felts / 2) + 1 } };
}
