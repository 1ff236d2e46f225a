import type { Machine, RunResources } from '../../cairo/machine.ts';
import type { CallInfo } from '../../execution/callInfo.ts';
import { CallMeter } from '../../execution/callMeter.ts';
import type { CallObserver, ObservedCall } from '../../execution/callObserver.ts';
import type { SyscallUsages } from '../../execution/calls/resources.ts';
import { feltOfAscii } from '../../felt/felt.ts';
import { type FeltKey, keyOf, ZERO_KEY } from '../../felt/key.ts';
import type { ProtocolConstants } from '../../protocol/constants.ts';
import type { StepLog } from './steppedMachine.ts';

/** A call with the steps of its own run, also one that failed to start or that an error ended. */
export interface TracedCall {
  readonly call: ObservedCall;
  readonly inner: TracedCall[];
  /** The events that it emitted; a call that fails drops them. */
  readonly events: { readonly keys: number; readonly data: number }[];
  /** Whether a system call made it that the format of traces has no call for. */
  readonly isMeta: boolean;
  /** Undefined if it never started to run. */
  log: StepLog | undefined;
  /** Its own system calls; undefined if an error ended it. */
  usages: SyscallUsages | undefined;
  /** Undefined if an error ended it. */
  info: CallInfo | undefined;
}

interface OpenCall {
  readonly traced: TracedCall;
  /** The number of steps at the last system call. */
  syscallStep: number;
  isMeta: boolean;
  /** The call that the last system call asks for, until it starts. */
  pending: ObservedCall | undefined;
}

const CALL_CONTRACT = keyOf(feltOfAscii('CallContract'));
const LIBRARY_CALL = keyOf(feltOfAscii('LibraryCall'));
const META_TX = keyOf(feltOfAscii('MetaTxV0'));

/**
 * Records all calls of an execution with their steps. A system call that asks for a call and fails before the call starts is
 * recorded as a call without steps, because readers of a trace expect a call for each of them.
 */
export class TraceRecorder implements CallObserver {
  /** The outermost calls, the fee transfer excluded. */
  readonly roots: TracedCall[] = [];
  /** Tells the system calls of the calls. */
  readonly meter: CallMeter = new UsageMeter((info, usages) => this.#ended(info, usages));
  readonly #open: OpenCall[] = [];
  readonly #log: () => StepLog | undefined;

  /** `log` gives the steps of the innermost run. */
  constructor(log: () => StepLog | undefined) {
    this.#log = log;
  }

  enter(call: ObservedCall): void {
    const caller = this.#open.at(-1);
    const traced = tracedCall(call, caller?.isMeta);
    if (caller) caller.pending = undefined;
    (caller?.traced.inner ?? this.roots).push(traced);
    this.#open.push({ traced, syscallStep: -1, isMeta: false, pending: undefined });
  }

  begin(): void {
    this.#open.at(-1)!.traced.log = this.#log();
  }

  /** A system call that has to wait for a value of a fork is reported again. */
  syscall(machine: Machine): void {
    const top = this.#open.at(-1)!;
    if (top.syscallStep === machine.steps) return;
    recordPending(top);
    top.syscallStep = machine.steps;
    const { run, request } = top.traced.log!;
    // Its name, the gas, and for a call the contract or class and the selector.
    const cells = run.program.kind === 'casm' && request !== undefined ? machine.getKeys(request, 4) : undefined;
    top.isMeta = cells?.[0] === META_TX;
    top.pending = cells && requestedCall(cells, top.traced.call);
  }

  event(keys: readonly FeltKey[], data: readonly FeltKey[]): void {
    this.#open.at(-1)!.traced.events.push({ keys: keys.length, data: data.length });
  }

  print(): void {}

  end(): void {
    recordPending(this.#open.at(-1)!);
  }

  #ended(info: CallInfo, usages: SyscallUsages): void {
    const { traced } = this.#open.at(-1)!;
    traced.info = info;
    traced.usages = new Map([...usages].map(([name, usage]) => [name, { ...usage }]));
  }

  leave(info: CallInfo): void {
    const { traced } = this.#open.pop()!;
    // Of all calls that run, only those of the fee transfer are not metered.
    if (this.#open.length === 0 && traced.log && !traced.usages) this.roots.pop();
    traced.info = info;
  }

  fail(): void {
    for (const open of this.#open) recordPending(open);
    this.#open.length = 0;
  }
}

/** Records the call that the last system call asked for, if it never started. */
function recordPending(open: OpenCall): void {
  if (open.pending) open.traced.inner.push(tracedCall(open.pending));
  open.pending = undefined;
}

/** A call of which nothing else has been recorded yet. */
const tracedCall = (call: ObservedCall, isMeta = false): TracedCall => ({
  call,
  inner: [],
  events: [],
  isMeta,
  log: undefined,
  usages: undefined,
  info: undefined,
});

/** The call that the cells of a request ask for; undefined if they ask for something else. */
function requestedCall([name, , target, selector]: readonly FeltKey[], { contractAddress }: ObservedCall) {
  const call = { entryPointType: 'EXTERNAL', selector: selector!, calldata: [], caller: ZERO_KEY } as const;
  if (name === CALL_CONTRACT)
    return { ...call, contractAddress: target!, classHash: undefined, callType: 'CALL' } as const;
  if (name === LIBRARY_CALL) return { ...call, contractAddress, classHash: target!, callType: 'DELEGATE' } as const;
  return undefined;
}

class UsageMeter extends CallMeter {
  readonly #ended: (info: CallInfo, usages: SyscallUsages) => void;

  constructor(ended: (info: CallInfo, usages: SyscallUsages) => void) {
    super();
    this.#ended = ended;
  }

  override leave(info: CallInfo, run: RunResources, usages: SyscallUsages, constants: ProtocolConstants): void {
    super.leave(info, run, usages, constants);
    this.#ended(info, usages);
  }
}
