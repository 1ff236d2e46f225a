import type { Stop } from '../../cairo/machine.ts';
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
import { type Entered, enterCall } from './enterCall.ts';
import { enterDeployment } from './enterDeployment.ts';
import type { Frame } from './frame.ts';
import type { InnerCall } from './innerCall.ts';
import { leaveCall } from './leaveCall.ts';
import { resumeCaller } from './resumeCaller.ts';
import { unwind } from './unwind.ts';

const OUT_OF_STEPS = 'Could not reach the end of the program. RunResources has no remaining steps.\n';

/** What has to be done next. */
export type Next =
  | { readonly kind: 'run' }
  | { readonly kind: 'syscall'; readonly pointer: Pointer }
  | { readonly kind: 'enter'; readonly inner: InnerCall }
  | { readonly kind: 'leave'; readonly info: CallInfo }
  | { readonly kind: 'done'; readonly info: CallInfo };

const RUN: Next = { kind: 'run' };

/**
 * The frames of an execution, the outermost first. Each method does one thing whole, or throws a Need and has changed nothing,
 * or throws a CallError, after which only `fail` makes sense.
 */
export class CallStack {
  readonly #context: CallContext;
  readonly #frames: Frame[] = [];
  readonly #io: SyscallIo;
  /** The error that stopped the top frame's run. */
  #runError: VmError | undefined;
  /** Steps of all frames so far. */
  steps = 0;
  /** Steps that frames metered in gas may still take, whatever they say of their gas. */
  #gasStepsLeft: number;
  /** The selector of the outermost call's constructor, when it is one and it is known. */
  constructorSelector: FeltKey | undefined;

  constructor(context: CallContext) {
    this.#context = context;
    this.#io = new SyscallIo(context);
    this.#gasStepsLeft = mostStepsOfGas(context.gasSeen, context.block.constants.stepGas);
  }

  /** Runs the top frame for at most so many steps. */
  run(slice: number): Next {
    const context = this.#context;
    const { machine } = context;
    const frame = this.#frames.at(-1)!;
    const inSteps = frame.tracked === 'CairoSteps';
    const before = machine.steps;
    // Without steps nothing runs, not even frames that would not use them up.
    const left = inSteps || context.stepsLeft === 0 ? context.stepsLeft : this.#gasStepsLeft;
    const limit = Math.min(slice, left);
    const stop = context.observer?.step ? this.#runWatched(frame, limit) : machine.run(limit);
    const taken = machine.steps - before;
    if (context.observer) for (const felts of machine.takePrints()) context.observer.print(felts);
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
        // A hint's own failure is printed without the newline that ends every other one.
        throw new CallError([
          { kind: 'text', text: stop.error.inHint ? stop.error.message : `${stop.error.message}\n` },
        ]);
      case 'end':
        this.#frames.pop();
        return { kind: 'leave', info: leaveCall(context, frame) };
    }
  }

  #runWatched(frame: Frame, limit: number): Stop {
    const { machine, observer } = this.#context;
    for (let i = 0; i < limit; i++) {
      observer!.step!(machine, frame.runnable.program);
      const stop = machine.run(1);
      if (stop.kind !== 'budget') return stop;
    }
    return machine.run(0);
  }

  /** Does the system call the top frame stopped at. */
  syscall(pointer: Pointer): Next {
    const inner = answering(() => handleSyscall(this.#io, this.#frames.at(-1)!, pointer));
    return inner ? { kind: 'enter', inner } : RUN;
  }

  /** Starts the outermost call, or one that the top frame asked for. */
  enter(inner: InnerCall): Next {
    const context = this.#context;
    const caller = this.#frames.at(-1);
    if (caller) {
      const { eventCount, messageCount } = context;
      caller.waiting = { inner, mark: context.state.mark(), eventCount, messageCount, selector: undefined };
    }
    const entered = this.#tryEnter(inner, caller);
    context.observer?.enter(entered.kind === 'info' ? entered.info.call : entered.frame.call);
    if (entered.kind === 'info') return { kind: 'leave', info: entered.info };
    this.#frames.push(entered.frame);
    return RUN;
  }

  #tryEnter(inner: InnerCall, caller: Frame | undefined): Entered {
    const context = this.#context;
    const depth = this.#frames.length;
    let selector = inner.kind === 'call' ? inner.call.selector : undefined;
    try {
      if (inner.kind === 'call') return enterCall(context, inner.call, depth, caller?.tracked);
      return enterDeployment(context, inner, depth, caller?.tracked, (found) => {
        selector = found;
        if (caller) caller.waiting!.selector = found;
        else this.constructorSelector = found;
      });
    } catch (error) {
      if (error instanceof CallError) context.observer?.enter({ ...asCall(inner), selector });
      throw error;
    }
  }

  /** Hands the outcome of a call to its caller. */
  leave(info: CallInfo): Next {
    this.#context.observer?.leave(info);
    const caller = this.#frames.at(-1);
    if (caller) {
      answering(() => resumeCaller(this.#context, this.#io, caller, info));
      return RUN;
    }
    if (info.tracked === 'SierraGas') this.#context.gasSeen = info.call.initialGas - info.gasConsumed;
    return { kind: 'done', info };
  }

  /** Ends all frames for an error none of them can catch. Gives its segments, those of the calls it passed first. */
  fail(error: CallError): readonly ErrorSegment[] {
    const { segments, places } = unwind(this.#context.machine, this.#frames, error.segments, this.#runError);
    // A meta transaction's caller sees its own transaction again.
    for (const { waiting } of this.#frames.toReversed())
      if (waiting?.inner.kind === 'call' && waiting.inner.outerTransaction)
        this.#context.transaction = waiting.inner.outerTransaction;
    this.#frames.length = 0;
    this.#context.observer?.fail(segments, places);
    return segments;
  }

  /** Drops all frames: the execution is given up. */
  abandon(): void {
    for (const _ of this.#frames) this.#context.machine.abandon();
    this.#frames.length = 0;
  }
}

const SPARE_STEPS = 1_000_000;

/**
 * More steps than an amount of gas can pay for. Compiled Sierra pays for every step before it takes it, so it never gets there;
 * compiled code that somebody else gave us might not pay at all.
 */
const mostStepsOfGas = (gas: number, stepGas: number): number => Math.ceil((2 * gas) / stepGas) + SPARE_STEPS;

/** A response that does not fit into memory is the system call's failure. */
function answering<T>(answer: () => T): T {
  try {
    return answer();
  } catch (error) {
    throw error instanceof VmError ? new SyscallError(error.message) : error;
  }
}

/** An inner call as observers see it. */
function asCall(inner: InnerCall): Omit<ObservedCall, 'selector'> {
  if (inner.kind === 'call') return inner.call;
  const { contractAddress, classHash, calldata, caller } = inner;
  return { contractAddress, classHash, calldata, caller, entryPointType: 'CONSTRUCTOR', callType: 'CALL' };
}
