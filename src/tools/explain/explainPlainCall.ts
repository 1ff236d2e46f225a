import type { Execution } from '../../execution/callContext.ts';
import type { ExecutionEnvironment } from '../../execution/environment.ts';
import { plainCall } from '../../execution/plainCall.ts';
import type { FeltKey } from '../../felt/key.ts';
import type { FindClass } from '../names/classFacts.ts';
import { CallRecorder } from './callRecorder.ts';
import { caughtPanics } from './caughtPanics.ts';
import { explainCall, reasonOf } from './explainCalls.ts';
import { adviceFor, explainStack } from './explainStack.ts';
import type { Explanation } from './explanation.ts';

/** Makes a call without a transaction, with an observer, and reports its inner calls, what went wrong, and where. */
export function* explainPlainCall(
  environment: ExecutionEnvironment,
  contractAddress: FeltKey,
  selector: FeltKey,
  calldata: readonly FeltKey[],
  find: FindClass,
): Execution<Explanation> {
  const recorder = new CallRecorder();
  yield* plainCall({ ...environment, observer: recorder }, contractAddress, selector, calldata);
  const phase = recorder.phases[0]!;
  const isFailed = phase.error !== undefined || phase.root.info?.failed === true;
  return {
    subject: 'call',
    status: isFailed ? 'reverted' : 'succeeded',
    reason: reasonOf(phase, find),
    stack: isFailed ? yield* explainStack(phase, find) : [],
    calls: [explainCall(phase.root, find, undefined, yield* caughtPanics(recorder.phases, find))],
    storageChanges: () => [],
    fee: undefined,
    advice: isFailed ? adviceFor(phase, find) : undefined,
  };
}
