import { decodePanicData } from '../../abi/panicData.ts';
import type { Execution } from '../../execution/callContext.ts';
import { CallMeter } from '../../execution/callMeter.ts';
import type { ExecutionEnvironment } from '../../execution/environment.ts';
import { executeTransaction } from '../../execution/executeTransaction.ts';
import type { ExecutionFlags, Outcome, Rejection } from '../../execution/outcome.ts';
import { VALIDATIONS } from '../../execution/phases/validate.ts';
import { estimateFailure, factOf } from '../../execution/rejectionError.ts';
import type { Submission } from '../../execution/transaction.ts';
import type { Felt } from '../../felt/felt.ts';
import { ZERO_KEY } from '../../felt/key.ts';
import type { FindClass } from '../names/classFacts.ts';
import { Preimages } from '../storage/preimages.ts';
import { StorageRecorder } from '../storage/storageRecorder.ts';
import type { RecordedPhase } from './callRecorder.ts';
import { caughtPanics } from './caughtPanics.ts';
import { explainCall, missingIn, nameOf, reasonOf } from './explainCalls.ts';
import { adviceFor, explainStack } from './explainStack.ts';
import type { ExplainedCall, Explanation, Phase, StorageChange } from './explanation.ts';
import { panicItemsText } from './panicItems.ts';
import { type KnownAccount, signatureNote } from './signature/signatureNote.ts';
import { storageChanges } from './storageChanges.ts';

/** What an explained transaction left behind, for a later transaction of the same batch. */
export interface ExplainedOutcome {
  readonly explanation: Explanation;
  readonly outcome: Outcome;
}

/** Runs a transaction with an observer and reports its calls, what went wrong, and where. */
export function* explainTransaction(
  environment: ExecutionEnvironment,
  submission: Submission,
  flags: ExecutionFlags,
  find: FindClass,
  preimages = new Preimages(),
  accounts: readonly KnownAccount[] = [],
): Execution<ExplainedOutcome> {
  const recorder = new StorageRecorder(preimages);
  const meter = environment.meter ?? new CallMeter();
  const outcome = yield* executeTransaction({ ...environment, observer: recorder, meter }, submission, flags);
  const failed = recorder.phases.find(({ root, error }) => error || root.info?.failed);
  const caught = yield* caughtPanics(recorder.phases, find);
  const phases = recorder.phases.map((phase) => phaseOf(phase, flags));
  const calls = markRefusal(
    outcome,
    recorder.phases.map((phase, i) => explainCall(phase.root, find, phases[i], caught)),
  );
  const executed = outcome.kind === 'included' ? outcome.executed : undefined;
  const isRefused = !executed && phases.at(-1) === 'validate';
  const note = isRefused ? yield* signatureNote(environment, submission, accounts) : undefined;
  const reason =
    (failed && reasonOf(failed, find, gasBoundOf(submission, flags))) ?? refusalText(calls) ?? plainReason(outcome);
  let changes: readonly StorageChange[] | undefined;
  const explanation: Explanation = {
    subject: flags.onlyQuery ? 'simulated' : 'transaction',
    status: statusOf(outcome),
    reason: note === undefined ? reason : `${reason} ${note}`,
    validationNote: isRefused ? (note ?? (failed && missingIn(failed, find))) : undefined,
    stack: failed ? yield* explainStack(failed, find) : [],
    calls,
    storageChanges() {
      const { state } = environment;
      if (executed) changes ??= storageChanges(executed, recorder.phases, namesOf(calls), state, find, preimages);
      return changes ?? [];
    },
    fee: executed && { ...executed.receipt.actualFee, gas: executed.receipt.gas, l2Parts: meter.charged?.l2Parts },
    advice: failed && adviceFor(failed, find),
  };
  return { explanation, outcome };
}

/** Marks a validation that returned something else than `VALID`. Only the rejection tells: the validations of Cairo 0 return nothing. */
function markRefusal(outcome: Outcome, calls: readonly ExplainedCall[]): readonly ExplainedCall[] {
  const last = calls.at(-1);
  if (outcome.kind !== 'rejected' || outcome.rejection.kind !== 'failed' || !outcome.rejection.isRefusal) return calls;
  if (last?.phase !== 'validate' || last.end.kind !== 'returned') return calls;
  return [...calls.slice(0, -1), { ...last, end: { ...last.end, isRefusal: true } }];
}

function refusalText(calls: readonly ExplainedCall[]): string | undefined {
  const last = calls.at(-1);
  if (last?.end.kind !== 'returned' || !last.end.isRefusal) return undefined;
  const returned = panicItemsText(decodePanicData(last.end.retdata));
  return `${nameOf(last)} returned ${returned}, not 'VALID': the account does not accept the transaction.`;
}

/** The L2 gas that a transaction may use; undefined if the one who sent it has not chosen it. */
function gasBoundOf({ transaction }: Submission, { onlyQuery }: ExecutionFlags): bigint | undefined {
  if (onlyQuery || !('resourceBounds' in transaction)) return undefined;
  return transaction.resourceBounds.l2Gas.maxAmount || undefined;
}

/** What an outermost call is for. Only the fee transfer has a caller, unless the transaction is run without its account. */
export function phaseOf({ root }: RecordedPhase, flags: ExecutionFlags): Phase {
  const { entryPointType, caller, selector } = root.call;
  if (entryPointType === 'CONSTRUCTOR') return 'constructor';
  if (entryPointType === 'L1_HANDLER') return 'l1_handler';
  if (flags.callAs === undefined && caller !== ZERO_KEY) return 'fee_transfer';
  return selector !== undefined && VALIDATIONS.has(selector) ? 'validate' : 'execute';
}

/** The names of the contracts that were called. */
function namesOf(calls: readonly ExplainedCall[]): ReadonlyMap<Felt, string> {
  const names = new Map<Felt, string>();
  const collect = ({ contractAddress, contractName, callType, inner }: ExplainedCall) => {
    if (contractName !== undefined && callType !== 'DELEGATE') names.set(contractAddress, contractName);
    inner.forEach(collect);
  };
  calls.forEach(collect);
  return names;
}

function statusOf(outcome: Outcome): Explanation['status'] {
  if (outcome.kind === 'rejected') return 'rejected';
  return outcome.executed.receipt.execution.status === 'SUCCEEDED' ? 'succeeded' : 'reverted';
}

/** Why a transaction failed although all its calls succeeded: a bound, a balance, a nonce. */
function plainReason(outcome: Outcome): string | undefined {
  if (outcome.kind === 'rejected') return rejectionText(outcome.rejection);
  const { execution } = outcome.executed.receipt;
  return execution.status === 'REVERTED' ? execution.revertReason : undefined;
}

function rejectionText(rejection: Rejection): string {
  const fact = factOf(rejection);
  if (fact !== undefined) return fact;
  const failure = estimateFailure(rejection);
  return typeof failure === 'string' ? failure : 'Its execution failed before its first call.';
}
