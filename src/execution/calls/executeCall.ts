import type { FeltKey } from '../../felt/key.ts';
import { Need } from '../../state/need.ts';
import type { CallContext, CallResult, Execution } from '../callContext.ts';
import type { CallInfo, EntryPointCall } from '../callInfo.ts';
import type { ErrorSegment } from '../errorStack.ts';
import { revertSummaryOf } from '../errors/revertSummary.ts';
import { CallError } from './callError.ts';
import { CallStack, type NextAction } from './callStack.ts';
import type { Deployment, InnerCall } from './innerCall.ts';

/** The length of a time slice in steps: about 5 ms. */
const SLICE_STEPS = 100_000;
/** A system call counts as this many steps of a slice, and so does each value that it passes. */
const SYSCALL_STEPS = 200;
const FELT_STEPS = 4;

/**
 * Runs an entry point and its inner calls. Pauses when the state needs a value and at the end of each slice.
 * Its writes stay in the state; the caller of this function rolls them back if it has to.
 */
export function* executeCall(context: CallContext, call: EntryPointCall): Execution<CallResult> {
  const { contractAddress } = call;
  return yield* execute(context, { kind: 'call', call, callKind: 'called', shownClass: contractAddress });
}

/** How a deployment ended. */
export type DeploymentResult =
  | { readonly kind: 'finished'; readonly info: CallInfo }
  | {
      readonly kind: 'error';
      readonly segments: readonly ErrorSegment[];
      /** The constructor's selector; undefined if the error happened before the constructor was found. */
      readonly selector: FeltKey | undefined;
    };

/** Deploys a contract for a DEPLOY_ACCOUNT transaction. A constructor that panics is an error. */
export function* executeDeployment(context: CallContext, deployment: Deployment): Execution<DeploymentResult> {
  const result = yield* execute(context, deployment);
  if (result.kind === 'error' || !result.info.failed) return result;
  const segments: ErrorSegment[] = [{ kind: 'summary', summary: revertSummaryOf(result.info, 'execution') }];
  return { kind: 'error', segments, selector: result.info.call.selector };
}

function* execute(context: CallContext, outermost: InnerCall): Execution<DeploymentResult> {
  const stack = new CallStack(context);
  let next: NextAction = { kind: 'enter', inner: outermost };
  let slice = SLICE_STEPS;
  try {
    while (next.kind !== 'done') {
      const passedBefore = context.passedFelts;
      try {
        switch (next.kind) {
          case 'run': {
            const before = stack.steps;
            next = stack.run(slice);
            slice -= stack.steps - before;
            break;
          }
          case 'syscall':
            next = stack.syscall(next.pointer);
            slice -= SYSCALL_STEPS + FELT_STEPS * (context.passedFelts - passedBefore);
            break;
          case 'enter':
            next = stack.enter(next.inner);
            break;
          case 'leave':
            next = stack.leave(next.info);
            break;
        }
      } catch (error) {
        if (error instanceof CallError)
          return { kind: 'error', segments: stack.fail(error), selector: stack.constructorSelector };
        if (!(error instanceof Need)) throw error;
        // The system call is repeated, and counts its values again.
        context.passedFelts = passedBefore;
        yield error;
      }
      if (slice <= 0) {
        yield 'slice';
        slice = SLICE_STEPS;
      }
    }
    return { kind: 'finished', info: next.info };
  } finally {
    // The driver may abandon the execution, and the next one uses the same machine.
    stack.abandon();
  }
}
