import type { OsResources, ProtocolConstants } from '../../protocol/constants.ts';
import type { VmResources } from '../callInfo.ts';
import { addResources, osCost, osResources } from './vmResources.ts';

/** What the OS counts a transaction as. */
export type OsTransactionKind = keyof ProtocolConstants['transactions'];

/** The work of the OS for a transaction: its kind with its calldata, and publishing its changes. */
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

/** Committing to a blob: the polynomial's evaluation, and a Poseidon hash over all its felts. */
export function kzgResources(segmentLength: number, constants: ProtocolConstants): VmResources {
  return addResources(
    osResources(constants.kzgPerFelt, segmentLength),
    osResources(poseidonManyResources(segmentLength)),
  );
}

/** The OS hashes ten felts by one round of its loop, then pairs, then the odd one. */
function poseidonManyResources(felts: number): OsResources {
  const steps = 55 * Math.floor(felts / 10) + 18 * Math.floor((felts % 10) / 2) + 3 * (felts % 2) + 21;
  return { steps, builtins: { poseidon: Math.floor(felts / 2) + 1 } };
}
