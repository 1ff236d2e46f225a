import type { Pointer } from '../../cairo/pointer.ts';
import type { RunnableClass } from '../../classes/runnableClass.ts';
import type { Mark } from '../../state/transactionState.ts';
import type { CallInfo, EntryPointCall, OrderedEvent, OrderedMessage } from '../callInfo.ts';
import type { SecpPoints } from '../syscalls/secpPoints.ts';
import type { InnerCall } from './innerCall.ts';
import type { SyscallUsages } from './resources.ts';
import type { TrackedResource } from './trackedResource.ts';

/** The call frame of a running call: its run of the machine and what it has done so far. */
export interface Frame {
  /** The call with its resolved class hash and the gas it was given. */
  readonly call: EntryPointCall & { readonly classHash: NonNullable<EntryPointCall['classHash']> };
  readonly runnable: RunnableClass;
  readonly tracked: TrackedResource;
  readonly events: OrderedEvent[];
  readonly messages: OrderedMessage[];
  readonly inner: CallInfo[];
  readonly usages: SyscallUsages;
  /** The address of the next system call's request. */
  syscallPointer: Pointer;
  /** The gas counter at the last system call. */
  gas: number;
  /** The inner call that the frame waits for. */
  pendingCall: PendingCall | undefined;

  // Segments that are created on first use.
  executionInfo: Pointer | undefined;
  signature: Pointer | undefined;
  points: SecpPoints | undefined;
  sha256End: Pointer | undefined;
  sha512End: Pointer | undefined;
}

/** An inner call that has not returned yet, with what is needed to roll it back. */
export interface PendingCall {
  readonly inner: InnerCall;
  readonly mark: Mark;
  readonly eventCount: number;
  readonly messageCount: number;
  /** The constructor's selector, once it has been found. */
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
    pendingCall: undefined,
    executionInfo: undefined,
    signature: undefined,
    points: undefined,
    sha256End: undefined,
    sha512End: undefined,
  };
}
