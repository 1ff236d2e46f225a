import type { Pointer } from '../../cairo/pointer.ts';
import { VmError } from '../../cairo/vmError.ts';
import type { FeltKey } from '../../felt/key.ts';
import type { CallContext } from '../callContext.ts';
import type { CallInfo } from '../callInfo.ts';
import type { ObservedCall } from '../callObserver.ts';
import type { ErrorSegment } from '../errorStack.ts';
import { handleSyscall } from '../syscalls/handleSyscall.ts';
import { SyscallIo } from '../syscalls/syscallIo.ts';
import { CallError, SyscallError } from './callError.ts';
import { type CallStart, enterCall } from './enterCall.ts';
import { enterDeployment } from './enterDeployment.ts';
import type { Frame } from './frame.ts';
import type { InnerCall } from './innerCall.ts';
import { leaveCall } from './leaveCall.ts';
import { resumeCaller } from './resumeCaller.ts';
import { unwind } from './unwind.ts';

const OUT_OF_STEPS = 'Could not reach the end of the program. RunResources has no remaining steps.\n';

/** The next thing to do for an execution. */
export type NextAction =
  | { readonly kind: 'run' }
  | { readonly kind: 'syscall'; readonly pointer: Pointer }
  | { readonly kind: 'enter'; readonly inner: InnerCall }
  | { readonly kind: 'leave'; readonly info: CallInfo }
  | { readonly kind: 'done'; readonly info: CallInfo };

const RUN: NextAction = { kind: 'run' };

/**
 * The call frames of an execution, the outermost first. A method either completes, or throws a Need without having changed
 * anything, or throws a CallError. After a CallError the only method to call is `fail`.
 */
export class CallStack {
  readonly #context: CallContext;
  readonly #frames: Frame[] = [];
  readonly #io: SyscallIo;
  /** The VM error that stopped the top frame. */
  #runError: VmError | undefined;
  /** The steps that all frames have taken so far. */
  steps = 0;
  /** The steps that frames metered in gas may still take, independent of their gas counters. */
  #gasStepsLeft: number;
  /** If the outermost call is a deployment: the selector of its constructor, once it has been found. */
  constructorSelector: FeltKey | undefined;

  constructor(context: CallContext) {
    this.#context = context;
    this.#io = new SyscallIo(context);
    this.#gasStepsLeft = maxStepsFor(context.lastGas, context.block.constants.stepGas);
  }

  /** Runs the top frame for at most `slice` steps. */
  run(slice: number): NextAction {
    const context = this.#context;
    const { machine } = context;
    const frame = this.#frames.at(-1)!;
    const inSteps = frame.tracked === 'CairoSteps';
    const before = machine.steps;
    // If no steps are left, nothing runs, not even frames that are metered in gas.
    const left = inSteps || context.stepsLeft === 0 ? context.stepsLeft : this.#gasStepsLeft;
    const limit = Math.min(slice, left);
    const stop = machine.run(limit);
    const taken = machine.steps - before;
    if (context.observer) for (const { felts, step } of machine.takePrints()) context.observer.print(felts, step);
    else machine.labelPrints(frame.call);
    this.steps += taken;
    if (inSteps) context.stepsLeft -= taken;
    else this.#gasStepsLeft -= taken;
    switch (stop.kind) {
      case 'syscall':
        return { kind: 'syscall', pointer: stop.pointer };
      case 'budget':
        if (taken === left) throw new CallError([{ kind: 'text', text: OUT_OF_STEPS }]);
        return RUN;
      case 'error':
        this.#runError = stop.error;
        // The network prints the error of a hint without a newline, and every other VM error with one.
        throw new CallError([
          { kind: 'text', text: stop.error.inHint ? stop.error.message : `${stop.error.message}\n` },
        ]);
      case 'end':
        this.#frames.pop();
        context.observer?.end?.(machine);
        return { kind: 'leave', info: leaveCall(context, frame) };
    }
  }

  /** Handles the system call that the top frame stopped at. */
  syscall(pointer: Pointer): NextAction {
    this.#context.observer?.syscall?.(this.#context.machine);
    const inner = asSyscallError(() => handleSyscall(this.#io, this.#frames.at(-1)!, pointer));
    return inner ? { kind: 'enter', inner } : RUN;
  }

  /** Starts the outermost call, or an inner call of the top frame. */
  enter(inner: InnerCall): NextAction {
    const context = this.#context;
    const caller = this.#frames.at(-1);
    if (caller) {
      const { eventCount, messageCount } = context;
      caller.pendingCall = { inner, mark: context.state.mark(), eventCount, messageCount, selector: undefined };
    }
    const entered = this.#tryEnter(inner, caller);
    const call = entered.kind === 'info' ? entered.info.call : entered.frame.call;
    if (caller) context.innerCalls?.add(call.contractAddress, call.selector);
    context.observer?.enter(call);
    if (entered.kind === 'info') return { kind: 'leave', info: entered.info };
    this.#frames.push(entered.frame);
    context.observer?.begin?.(context.machine, entered.frame.runnable.program);
    return RUN;
  }

  #tryEnter(inner: InnerCall, caller: Frame | undefined): CallStart {
    const context = this.#context;
    const depth = this.#frames.length;
    let selector = inner.kind === 'call' ? inner.call.selector : undefined;
    try {
      if (inner.kind === 'call') return enterCall(context, inner.call, depth, caller?.tracked);
      return enterDeployment(context, inner, depth, caller?.tracked, (found) => {
        selector = found;
        if (caller) caller.pendingCall!.selector = found;
        else this.constructorSelector = found;
      });
    } catch (error) {
      if (error instanceof CallError) {
        const call = { ...observedCall(inner), selector };
        if (caller && selector !== undefined) context.innerCalls?.add(call.contractAddress, selector);
        context.observer?.enter(call);
      }
      throw error;
    }
  }

  /** Passes the result of a call to its caller. */
  leave(info: CallInfo): NextAction {
    this.#context.observer?.leave(info);
    const caller = this.#frames.at(-1);
    if (caller) {
      asSyscallError(() => resumeCaller(this.#context, this.#io, caller, info));
      return RUN;
    }
    if (info.tracked === 'SierraGas') this.#context.lastGas = info.call.initialGas - info.gasConsumed;
    return { kind: 'done', info };
  }

  /** Ends all frames because of an error that none of them can catch. Returns the segments of the ended calls and of the error. */
  fail(error: CallError): readonly ErrorSegment[] {
    const { machine, observer, block } = this.#context;
    const { rules } = block.constants;
    const { segments, places } = unwind(machine, this.#frames, error.segments, this.#runError, observer, rules);
    // The caller of a meta transaction sees its own transaction again.
    for (const { pendingCall } of this.#frames.toReversed())
      if (pendingCall?.inner.kind === 'call' && pendingCall.inner.outerTransaction)
        this.#context.transaction = pendingCall.inner.outerTransaction;
    this.#frames.length = 0;
    observer?.fail(segments, places);
    return segments;
  }

  /** Drops all frames and their runs of the machine. */
  abandon(): void {
    for (const _ of this.#frames) this.#context.machine.abandon();
    this.#frames.length = 0;
  }
}

const EXTRA_STEPS = 1_000_000;

/**
 * A limit above the number of steps that an amount of gas pays for. Compiled Sierra pays for every step in advance, so it never
 * reaches the limit. CASM that we did not compile ourselves might not pay at all.
 */
const maxStepsFor = (gas: number, stepGas: number): number => Math.ceil((2 * gas) / stepGas) + EXTRA_STEPS;

/** Turns a VM error, such as that of a response that does not fit into memory, into an error of the system call. */
function asSyscallError<T>(answer: () => T): T {
  try {
    return answer();
  } catch (error) {
    throw error instanceof VmError ? new SyscallError(error.message) : error;
  }
}

/** An inner call in the form that observers get. */
function observedCall(inner: InnerCall): Omit<ObservedCall, 'selector'> {
  if (inner.kind === 'call') return inner.call;
  const { contractAddress, classHash, calldata, caller } = inner;
  return { contractAddress, classHash, calldata, caller, entryPointType: 'CONSTRUCTOR', callType: 'CALL' };
}
