import type { Pointer } from '../../cairo/pointer.ts';
import type { RunnableClass, TrackedResource } from '../../classes/runnableClass.ts';
import type { Mark } from '../../state/transactionState.ts';
import type { CallInfo, EntryPointCall, OrderedEvent, OrderedMessage } from '../callInfo.ts';
import type { SecpPoints } from '../syscalls/secpPoints.ts';
import type { InnerCall } from './innerCall.ts';
import type { SyscallUsages } from './resources.ts';

/** A call that runs: its own run of the machine and what it has done so far. */
export interface Frame {
  /** With the class it runs and the gas it really got. */
  readonly call: EntryPointCall & { readonly classHash: NonNullable<EntryPointCall['classHash']> };
  readonly runnable: RunnableClass;
  readonly tracked: TrackedResource;
  readonly events: OrderedEvent[];
  readonly messages: OrderedMessage[];
  readonly inner: CallInfo[];
  readonly usages: SyscallUsages;
  /** Where the next system call's request starts. */
  syscallPointer: Pointer;
  /** Its counter while it waits for an inner call. */
  gas: number;
  /** The inner call it waits for. */
  waiting: Waiting | undefined;

  // Segments that are made when first asked for.
  executionInfo: Pointer | undefined;
  signature: Pointer | undefined;
  points: SecpPoints | undefined;
  sha256End: Pointer | undefined;
  sha512End: Pointer | undefined;
}

/** An inner call under way, and where things stood before it. */
export interface Waiting {
  readonly inner: InnerCall;
  readonly mark: Mark;
  readonly eventCount: number;
  readonly messageCount: number;
  /** The constructor's selector, once it is known that there is one. */
  selector: EntryPointCall['selector'] | undefined;
}

export function newFrame(
  call: Frame['call'],
  runnable: RunnableClass,
  tracked: TrackedResource,
  syscallPointer: Pointer,
): Frame {
  return {
    call,
    runnable,
    tracked,
    events: [],
    messages: [],
    inner: [],
    usages: new Map(),
    syscallPointer,
    gas: 0,
    waiting: undefined,
    executionInfo: undefined,
    signature: undefined,
    points: undefined,
    sha256End: undefined,
    sha512End: undefined,
  };
}
