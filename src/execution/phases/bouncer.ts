import type { BuiltinName } from '../../cairo/builtinNames.ts';
import type { FeltKey } from '../../felt/key.ts';
import type { BouncerLimits, ProtocolConstants } from '../../protocol/constants.ts';
import type { CountedBuiltin } from '../../protocol/osCost.ts';
import type { TransactionState } from '../../state/transactionState.ts';
import type { BlockContext } from '../blockContext.ts';
import type { CallInfo, VmResources } from '../callInfo.ts';
import { classHashGas } from '../gas/classHashGas.ts';
import { countChanges, segmentLength } from '../gas/stateChanges.ts';
import type { TransactionGas } from '../gas/transactionGas.ts';
import { TransactionRejectedError } from '../outcome.ts';
import type { PhasesResult } from './phasesResult.ts';
import type { Run } from './run.ts';

/** The cost of proving one read or changed storage cell in the state's Patricia tree. */
const PATRICIA_STEPS = 384;
const PATRICIA_PEDERSENS = 24;

/** Rejects a transaction that does not fit into an empty block. */
export function checkSize(run: Run, result: PhasesResult, feeTransfer: CallInfo | undefined): void {
  const calls = [result.validated, result.executed, feeTransfer].filter((call) => call !== undefined);
  const { block } = run.environment;
  checkWeights(weightsOf(result.charge, calls, run.state, block), block.constants);
}

/** How much of a block's capacity a transaction uses. */
export function weightsOf(
  total: TransactionGas,
  calls: readonly CallInfo[],
  state: TransactionState,
  block: BlockContext,
): BouncerLimits {
  const diff = state.diff();
  // Unlike for fees, the whole diff counts, including the fee token and the sequencer's balance.
  const changes = countChanges(diff, state, { token: NOTHING, cell: undefined });
  let visited = changes.storage;
  for (const cells of state.initialReads().storage.values()) visited += cells.size;
  const { constants } = block;
  const patricia = visited * (PATRICIA_STEPS * constants.stepGas + PATRICIA_PEDERSENS * constants.builtinGas.pedersen);
  return {
    l1Gas: total.messages.starknetL1Gas,
    messageSegmentLength: BigInt(total.messages.segmentLength),
    nEvents: BigInt(calls.reduce((sum, call) => sum + eventCount(call), 0)),
    nTxs: 1n,
    stateDiffSize: BigInt(segmentLength(changes)),
    sierraGas:
      sierraGasOf(total.resources, constants) +
      total.sierraGas +
      BigInt(patricia + hashedClassesGas(calls, state, constants)),
    provingGas: 0n,
    receiptL2Gas: total.gas.l2Gas,
  };
}

const NOTHING = '' as FeltKey;

const eventCount = (info: CallInfo): number =>
  info.inner.reduce((sum, inner) => sum + eventCount(inner), info.events.length);

/** The gas for hashing the classes that ran, each once. */
function hashedClassesGas(calls: readonly CallInfo[], state: TransactionState, constants: ProtocolConstants): number {
  const classes = new Set<FeltKey>();
  const collect = (info: CallInfo): void => {
    classes.add(info.call.classHash);
    info.inner.forEach(collect);
  };
  calls.forEach(collect);
  let gas = 0;
  for (const classHash of classes) {
    const runnable = state.classAt(classHash);
    if (runnable) gas += classHashGas(runnable, constants);
  }
  return gas;
}

function sierraGasOf({ steps, memoryHoles, builtins, blakes }: VmResources, constants: ProtocolConstants): bigint {
  let gas = steps * constants.stepGas + memoryHoles * constants.memoryHoleGas + blakes * constants.blakeGas;
  for (const name in builtins)
    gas += (builtins[name as BuiltinName] ?? 0) * (constants.builtinGas[name as CountedBuiltin] ?? 0);
  return BigInt(gas);
}

const NAMES: readonly (readonly [keyof BouncerLimits, string])[] = [
  ['l1Gas', 'l1_gas'],
  ['messageSegmentLength', 'message_segment_length'],
  ['nEvents', 'n_events'],
  ['nTxs', 'n_txs'],
  ['stateDiffSize', 'state_diff_size'],
  ['sierraGas', 'sierra_gas'],
  ['provingGas', 'proving_gas'],
  ['receiptL2Gas', 'receipt_l2_gas'],
];

const describe = (weights: BouncerLimits): string =>
  `BouncerWeights { ${NAMES.map(([key, name]) => `${name}: ${weights[key]}`).join(', ')} }`;

export function checkWeights(weights: BouncerLimits, { bouncer }: ProtocolConstants): void {
  if (NAMES.every(([key]) => weights[key] <= bouncer[key])) return;
  const text =
    `Transaction size exceeds the maximum block capacity. Max block capacity: ${describe(bouncer)}, ` +
    `transaction size: ${describe(weights)}.`;
  throw new TransactionRejectedError({ kind: 'failed', stack: { phase: 'none', segments: [{ kind: 'text', text }] } });
}
