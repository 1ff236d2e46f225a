import type { ClassDefinition } from '../../classes/declaredClass.ts';
import type { Execution } from '../callContext.ts';
import type { ExecutionEnvironment } from '../environment.ts';
import { executeTransaction } from '../executeTransaction.ts';
import type { ExecutionFlags, Outcome, Rejection } from '../outcome.ts';
import { estimateFailure } from '../rejectionError.ts';
import type { Submission } from '../transaction.ts';
import { CallRecorder, type RecordedPhase } from './callRecorder.ts';
import { explainCall, type FindClass, panicChain, reasonOf } from './explainCalls.ts';
import type { Explanation } from './explanation.ts';
import { type LocateCode, locationsOf } from './locations.ts';
import { PanicRecorder } from './panicRecorder.ts';

/** Runs a transaction with an observer and reports its calls, what went wrong, and where. */
export function* explainTransaction(
  environment: ExecutionEnvironment,
  submission: Submission,
  flags: ExecutionFlags,
  find: FindClass,
  locate?: LocateCode,
): Execution<Explanation> {
  const recorder = new CallRecorder();
  const outcome = yield* executeTransaction({ ...environment, observer: recorder }, submission, flags);
  const failed = recorder.phases.find(({ root, error }) => error || root.info?.failed);
  return {
    status: statusOf(outcome),
    reason: (failed && reasonOf(failed, find)) ?? plainReason(outcome),
    locations: failed && locate ? yield* locationsIn(failed) : [],
    calls: recorder.phases.map(({ root }) => explainCall(root, find)),
  };

  function* locationsIn({ root, error, places }: RecordedPhase): Execution<readonly string[]> {
    if (error) return locationsOf(places, locate!);
    // Finding the start of a panic is slow, so this is done only if a class has debug information.
    if (!panicChain(root).some(({ info }) => hasLocations(find(info!.call.classHash)))) return [];
    const slow = new PanicRecorder();
    yield* executeTransaction({ ...environment, observer: slow }, submission, flags);
    const again = slow.phases[recorder.phases.indexOf(failed!)]!;
    return locationsOf(
      panicChain(again.root).flatMap(({ place }) => place ?? []),
      locate!,
    );
  }
}

const hasLocations = (definition: ClassDefinition | undefined) =>
  definition?.kind === 'sierra' && definition.debugInfo !== undefined;

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
  if (rejection.kind === 'resources' || rejection.kind === 'balance') return rejection.text;
  const failure = estimateFailure(rejection);
  return typeof failure === 'string' ? failure : 'Its execution failed before its first call.';
}
