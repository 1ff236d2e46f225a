import { type FeltKey, ZERO_KEY } from '../../felt/key.ts';
import type { ProtocolConstants } from '../../protocol/constants.ts';
import type { StateDiff } from '../../state/stateDiff.ts';
import type { TransactionState } from '../../state/transactionState.ts';
import { type GasVector, NO_GAS } from '../gasVector.ts';

/** How much of the state a transaction changed, counted as fees count it. */
export interface StateChanges {
  readonly storage: number;
  readonly modifiedContracts: number;
  readonly classHashes: number;
  readonly compiledClassHashes: number;
  /** Cells that were zero and are not any more. */
  readonly allocated: number;
}

export const NO_CHANGES: StateChanges = {
  storage: 0,
  modifiedContracts: 0,
  classHashes: 0,
  compiledClassHashes: 0,
  allocated: 0,
};

/** The cell a fee is paid from. */
export interface FeeCell {
  readonly token: FeltKey;
  /** The low limb of the sender's balance; undefined: nobody pays (an L1 handler). */
  readonly cell: FeltKey | undefined;
}

/**
 * Counts the changes before the fee transfer. The transfer's own change of the sender's balance is counted once,
 * whether or not the transaction touched that cell; the fee token as a contract is not counted.
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

/** Felts that publish the changes. */
export const segmentLength = (changes: StateChanges): number =>
  2 * changes.modifiedContracts + changes.classHashes + 2 * changes.storage + 2 * changes.compiledClassHashes;

/** Gas of a felt published in a blob. */
const DATA_GAS_PER_FELT = 32n;
/** Gas of a felt published as calldata, with its share of the proof, and the discounts for what compresses well. */
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

/** The gas of new cells. */
export function allocationGas(changes: StateChanges, blobDa: boolean, constants: ProtocolConstants): GasVector {
  const price = blobDa ? constants.allocation.blob : constants.allocation.calldata;
  const count = BigInt(changes.allocated);
  return { l1Gas: price.l1Gas * count, l1DataGas: price.l1DataGas * count, l2Gas: price.l2Gas * count };
}
