import { type FeltKey, ZERO_KEY } from '../../felt/key.ts';
import type { ProtocolConstants } from '../../protocol/constants.ts';
import type { StateDiff } from '../../state/stateDiff.ts';
import type { TransactionState } from '../../state/transactionState.ts';
import { type GasVector, NO_GAS } from '../gasVector.ts';

/** The number of state changes of a transaction, as fees count them. */
export interface StateChanges {
  readonly storage: number;
  readonly modifiedContracts: number;
  readonly classHashes: number;
  readonly compiledClassHashes: number;
  /** The number of cells that were zero before and are not now. */
  readonly allocated: number;
}

export const NO_CHANGES: StateChanges = {
  storage: 0,
  modifiedContracts: 0,
  classHashes: 0,
  compiledClassHashes: 0,
  allocated: 0,
};

/** The storage cell that the fee is paid from. */
export interface FeeCell {
  readonly token: FeltKey;
  /** The low limb of the sender's balance; undefined for an L1 handler, which pays no fee. */
  readonly cell: FeltKey | undefined;
}

/**
 * Counts the changes before the fee transfer. The sender's balance, which the transfer will change, is counted once,
 * whether or not the transaction changed it. The fee token does not count as a modified contract.
 */
export function countChanges(diff: StateDiff, state: TransactionState, fee: FeeCell): StateChanges {
  const contracts = new Set<FeltKey>([...diff.nonces.keys(), ...diff.deployed.keys(), ...diff.replaced.keys()]);
  let storage = fee.cell !== undefined && !diff.storage.get(fee.token)?.has(fee.cell) ? 1 : 0;
  let allocated = 0;
  for (const [address, cells] of diff.storage) {
    contracts.add(address);
    storage += cells.size;
    for (const key of cells.keys()) if (state.initialStorageAt(address, key) === ZERO_KEY) allocated++;
  }
  contracts.delete(fee.token);
  return {
    storage,
    modifiedContracts: contracts.size,
    classHashes: diff.deployed.size + diff.replaced.size,
    compiledClassHashes: diff.declared.size,
    allocated,
  };
}

/** The number of felts that publish the changes. */
export const segmentLength = (changes: StateChanges): number =>
  2 * changes.modifiedContracts + changes.classHashes + 2 * changes.storage + 2 * changes.compiledClassHashes;

/** The gas of a felt published in a blob. */
const DATA_GAS_PER_FELT = 32n;
/** The gas of a felt published as calldata, including its share of the proof. The discounts are for data that compresses well. */
const L1_GAS_PER_FELT = 551n;
const CONTRACT_DISCOUNT = 312n;
const FEE_BALANCE_DISCOUNT = 240n;

/** The gas of publishing the changes. */
export function dataAvailabilityGas(changes: StateChanges, blobDa: boolean): GasVector {
  const segment = BigInt(segmentLength(changes));
  if (blobDa) return { ...NO_GAS, l1DataGas: DATA_GAS_PER_FELT * segment };
  const l1Gas =
    L1_GAS_PER_FELT * segment - CONTRACT_DISCOUNT * BigInt(changes.modifiedContracts) - FEE_BALANCE_DISCOUNT;
  return { ...NO_GAS, l1Gas: l1Gas > 0n ? l1Gas : 0n };
}

/** The gas for cells that are new. */
export function allocationGas(changes: StateChanges, blobDa: boolean, constants: ProtocolConstants): GasVector {
  const price = blobDa ? constants.allocation.blob : constants.allocation.calldata;
  const count = BigInt(changes.allocated);
  return { l1Gas: price.l1Gas * count, l1DataGas: price.l1DataGas * count, l2Gas: price.l2Gas * count };
}
