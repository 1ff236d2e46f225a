import type { BlockContext } from '../blockContext.ts';
import type { CallInfo, VmResources } from '../callInfo.ts';
import { addGas, type GasVector, NO_GAS } from '../gasVector.ts';
import type { GasMode } from '../trace.ts';
import { archivalGas } from './archivalGas.ts';
import { computationGas } from './computationGas.ts';
import { type MessageGas, messageGas } from './messageGas.ts';
import { type OsTransactionKind, osTransactionResources } from './osTransactionResources.ts';
import { allocationGas, dataAvailabilityGas, type StateChanges, segmentLength } from './stateChanges.ts';
import { addResources } from './vmResources.ts';

/** Everything that a transaction is charged for. */
export interface BillableWork {
  readonly kind: OsTransactionKind;
  /** The number of calldata felts that the OS processes. */
  readonly calldataFelts: number;
  /** The felts of calldata, proof facts and signature. */
  readonly archivedFelts: number;
  readonly codeBytes: number;
  readonly hasProof: boolean;
  /** The length of the payload of the message that an L1 handler consumes. */
  readonly consumedPayload?: number;
  /** The outermost calls that were not reverted. */
  readonly calls: readonly CallInfo[];
  /** What a reverted execution used. */
  readonly revertedSteps: number;
  readonly revertedGas: number;
  readonly changes: StateChanges;
}

/** The gas of a transaction, and the amounts it was computed from. */
export interface TransactionGas {
  readonly gas: GasVector;
  /** The part for publishing the state changes. */
  readonly daGas: GasVector;
  /** The VM resources of the calls and of the OS. */
  readonly resources: VmResources;
  readonly sierraGas: bigint;
  readonly messages: MessageGas;
  /** The parts of the L2 gas besides the Sierra gas. */
  readonly l2Parts: L2Parts;
}

export interface L2Parts {
  /** Archived calldata, signature, events and code. */
  readonly data: bigint;
  /** Storage cells that are new. */
  readonly newCells: bigint;
  /** VM resources of the OS and of calls that are metered in steps. */
  readonly resources: bigint;
}

/** The gas of a transaction: for archived data, state changes, messages and computation. */
export function transactionGas(work: BillableWork, mode: GasMode, block: BlockContext): TransactionGas {
  const { constants, blobDa } = block;
  const segment = segmentLength(work.changes);
  const resources = addResources(
    ...work.calls.map((call) => call.resources),
    osTransactionResources(work.kind, work.calldataFelts, segment, blobDa, constants),
  );
  let sierraGas = BigInt(work.revertedGas);
  for (const call of work.calls) sierraGas += BigInt(call.gasConsumed);
  const daGas = dataAvailabilityGas(work.changes, blobDa);
  const messages = messageGas(work.calls, work.consumedPayload);
  const archived = {
    felts: work.archivedFelts,
    codeBytes: work.codeBytes,
    hasProof: work.hasProof,
    calls: work.calls,
  };
  const data = archivalGas(archived, mode, constants);
  const newCells = allocationGas(work.changes, blobDa, constants);
  const computation = computationGas(resources, sierraGas, work.revertedSteps, mode, constants);
  const gas = addGas(data, daGas, newCells, { ...NO_GAS, l1Gas: messages.l1Gas }, computation);
  const l2Parts = { data: data.l2Gas, newCells: newCells.l2Gas, resources: computation.l2Gas - sierraGas };
  return { gas, daGas, resources, sierraGas, messages, l2Parts };
}
