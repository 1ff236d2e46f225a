// How a failure went through the calls of a phase.

import type { CodePlace } from '../../execution/callObserver.ts';
import type { ErrorSegment } from '../../execution/errorStack.ts';
import { feltOfAscii } from '../../felt/felt.ts';
import { feltOf } from '../../felt/key.ts';
import type { RecordedCall, RecordedPhase } from './callRecorder.ts';

const ENTRYPOINT_FAILED = feltOfAscii('ENTRYPOINT_FAILED');

/** The calls that a failure went through, outermost first, and their positions in the code. */
export function failedPlaces({ root, error, places }: RecordedPhase): readonly CodePlace[] {
  const failed = error && uncaughtPanic(root, error);
  const panicked = error ? failed && panicChain(failed) : panicChain(root);
  return [...(error ? places : []), ...(panicked ?? []).flatMap(({ place }) => place ?? [])];
}

/**
 * The call whose panic became the error, since no contract catches the panic of a constructor, and a class of Cairo 0 catches none. The
 * last segment of such an error is the summary of the panic. Other errors may follow a panic that a contract has caught.
 */
export function uncaughtPanic(root: RecordedCall, error: readonly ErrorSegment[]): RecordedCall | undefined {
  return error.at(-1)?.kind === 'summary' ? openChain(root).at(-1)!.inner.at(-1) : undefined;
}

/** The calls that an error ended, outermost first. */
export function openChain(call: RecordedCall): readonly RecordedCall[] {
  const last = call.inner.at(-1);
  return last && !last.info ? [call, ...openChain(last)] : [call];
}

/** The calls that propagated a panic, outermost first, and at the end the call that raised it. */
export function panicChain(call: RecordedCall): RecordedCall[] {
  const retdata = call.info!.retdata;
  const last = retdata.at(-1);
  if (last === undefined || feltOf(last) !== ENTRYPOINT_FAILED) return [call];
  const candidates = call.inner.filter(({ info }) => info?.failed && info.retdata.length === retdata.length - 1);
  const source = candidates.filter(({ info }) => info!.retdata.every((felt, i) => felt === retdata[i])).at(-1);
  return source ? [call, ...panicChain(source)] : [call];
}

/** The calls that started panics which their callers caught, in the order in which they were made. */
export function caughtCalls({ root, error }: RecordedPhase): readonly RecordedCall[] {
  const failed = error ? uncaughtPanic(root, error) : root.info?.failed ? root : undefined;
  const passed = new Set(failed && panicChain(failed));
  const caught: RecordedCall[] = [];
  const visit = (call: RecordedCall) => {
    if (call.info?.failed && !passed.has(call)) {
      const chain = panicChain(call);
      for (const each of chain) passed.add(each);
      caught.push(chain.at(-1)!);
    }
    call.inner.forEach(visit);
  };
  visit(root);
  return caught;
}
