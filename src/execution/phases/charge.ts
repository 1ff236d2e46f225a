import { toFelt } from '../../felt/felt.ts';
import { keyOf, ZERO_KEY } from '../../felt/key.ts';
import { retryRead } from '../../state/retryRead.ts';
import { maxFee, totalL1Gas } from '../bounds.ts';
import type { Execution } from '../callContext.ts';
import type { CallInfo } from '../callInfo.ts';
import { executeCall } from '../calls/executeCall.ts';
import { errorStackOf } from '../errors/formatErrorStack.ts';
import { balanceOf, TRANSFER_SELECTOR } from '../feeToken.ts';
import { codeBytes } from '../gas/archivalGas.ts';
import { feeOf } from '../gas/fee.ts';
import { osCalldataLength, osKindOf } from '../gas/minimalGas.ts';
import { countChanges } from '../gas/stateChanges.ts';
import { type TransactionGas, transactionGas } from '../gas/transactionGas.ts';
import type { GasVector } from '../gasVector.ts';
import { type Rejection, TransactionRejectedError } from '../outcome.ts';
import { phaseContext, type Run } from './run.ts';

/** The gas that a transaction used, and its fee. */
export interface Charge extends TransactionGas {
  readonly fee: bigint;
}

/** The charge for what a transaction has done so far: the calls that stay, and what a reverted execution used. */
export function chargeFor(run: Run, calls: readonly CallInfo[], reverted = { steps: 0, gas: 0 }): Charge {
  const { transaction, submission, state } = run;
  const isInvoke = transaction.type === 'INVOKE';
  const work = {
    kind: osKindOf(transaction),
    calldataFelts: osCalldataLength(transaction),
    archivedFelts: osCalldataLength(transaction) + transaction.signature.length,
    codeBytes: 'declaredClass' in submission ? codeBytes(submission.declaredClass.size) : 0,
    hasProof: isInvoke && transaction.proofFacts.length > 0,
    calls,
    revertedSteps: reverted.steps,
    revertedGas: reverted.gas,
    changes: countChanges(state.diff(), state, run.feeCell),
  };
  const total = transactionGas(work, run.mode, run.environment.block);
  run.environment.meter?.charge(total);
  return { fee: feeOf(total.gas, run.prices, run.tip), ...total };
}

/** Why a transaction cannot pay its charge, and the fee it pays instead. */
interface Shortfall {
  readonly rejection: Extract<Rejection, { kind: 'resources' | 'balance' }>;
  readonly fee: bigint;
}

/** Checks after the execution that bounds and balance cover the charge. */
export function* checkCharge(run: Run, charge: Charge): Execution<Shortfall | undefined> {
  if (!run.flags.chargeFee) return undefined;
  return overBounds(run, charge) ?? (yield* overBalance(run, charge));
}

function overBounds(run: Run, { gas }: Charge): Shortfall | undefined {
  const { bounds, prices, tip } = run;
  if (bounds.kind === 'l1Only') {
    const used = totalL1Gas(gas, prices);
    const { maxAmount } = bounds.l1Gas;
    if (used <= maxAmount) return undefined;
    const text = insufficient('L1Gas', maxAmount, used);
    return { rejection: { kind: 'resources', text }, fee: maxAmount * prices.l1Gas };
  }
  const { l1Gas, l1DataGas, l2Gas } = bounds.bounds;
  const limits = { l1Gas: l1Gas.maxAmount, l1DataGas: l1DataGas.maxAmount, l2Gas: l2Gas.maxAmount };
  const text = exceeded(gas, limits);
  if (!text) return undefined;
  const paid = {
    l1Gas: min(gas.l1Gas, limits.l1Gas),
    l1DataGas: min(gas.l1DataGas, limits.l1DataGas),
    l2Gas: min(gas.l2Gas, limits.l2Gas),
  };
  return { rejection: { kind: 'resources', text }, fee: feeOf(paid, prices, tip) };
}

/** A sentence about the first kind of gas that is above its limit; undefined if none is. */
export function exceeded(gas: GasVector, limits: GasVector): string | undefined {
  if (gas.l1Gas > limits.l1Gas) return insufficient('L1Gas', limits.l1Gas, gas.l1Gas);
  if (gas.l2Gas > limits.l2Gas) return insufficient('L2Gas', limits.l2Gas, gas.l2Gas);
  if (gas.l1DataGas > limits.l1DataGas) return insufficient('L1DataGas', limits.l1DataGas, gas.l1DataGas);
  return undefined;
}

const insufficient = (name: string, most: bigint, used: bigint): string =>
  `Insufficient max ${name}: max amount: ${most}, actual used: ${used}.`;

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

function* overBalance(run: Run, { fee }: Charge): Execution<Shortfall | undefined> {
  const { low, high } = yield* retryRead(() => balanceOf(run.state, run.feeCell.token, run.sender));
  const balance = low + (high << 128n);
  if (balance >= fee) return undefined;
  const text = `Insufficient fee token balance. Fee: ${fee}, balance: low/high ${low}/${high}.`;
  return { rejection: { kind: 'balance', text, balance, required: fee }, fee };
}

/** Pays the fee to the sequencer by calling the token. If that call panics, the panic is ignored, as on the network. */
export function* transferFee(run: Run, fee: bigint): Execution<CallInfo | undefined> {
  if (!run.flags.chargeFee || fee === 0n) return undefined;
  const most = maxFee(run.bounds, run.tip);
  if (fee > most)
    throw new TransactionRejectedError({
      kind: 'resources',
      text: `The fee ${fee} exceeds the maximum that the bounds allow: ${most}.`,
    });
  const { block } = run.environment;
  const contractAddress = run.feeCell.token;
  const gas = block.constants.defaultInitialGas;
  const result = yield* executeCall(phaseContext(run, 'Execute', gas, true), {
    contractAddress,
    classHash: undefined,
    entryPointType: 'EXTERNAL',
    selector: TRANSFER_SELECTOR,
    calldata: [block.sequencerAddress, keyOf(toFelt(fee)), ZERO_KEY],
    caller: run.sender,
    callType: 'CALL',
    initialGas: gas,
  });
  if (result.kind === 'finished') return result.info;
  const classHash = run.state.classHashAt(contractAddress);
  const top = { contractAddress, classHash, selector: TRANSFER_SELECTOR };
  throw new TransactionRejectedError({ kind: 'failed', stack: errorStackOf('execution', top, result.segments) });
}
