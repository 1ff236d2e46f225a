import type { EntryPointType } from '../cairo/casm.ts';
import type { RunResources } from '../cairo/machine.ts';
import type { TrackedResource } from '../classes/runnableClass.ts';
import type { FeltKey } from '../felt/key.ts';

/** Library calls are called DELEGATE, as traces show them. */
export type CallType = 'CALL' | 'DELEGATE';

/** A call of an entry point, before or after it ran. */
export interface EntryPointCall {
  /** Whose storage it works on. */
  readonly contractAddress: FeltKey;
  /** The class to run; undefined: that of the contract address. */
  readonly classHash: FeltKey | undefined;
  readonly entryPointType: EntryPointType;
  readonly selector: FeltKey;
  readonly calldata: readonly FeltKey[];
  readonly caller: FeltKey;
  readonly callType: CallType;
  /** The Sierra gas given to it. A frame metered in steps runs with the fixed budget instead. */
  readonly initialGas: number;
}

/** An event with its place among the events of its phase. */
export interface OrderedEvent {
  readonly order: number;
  readonly keys: readonly FeltKey[];
  readonly data: readonly FeltKey[];
}

/** A message to L1 with its place among the messages of its phase. */
export interface OrderedMessage {
  readonly order: number;
  readonly toAddress: FeltKey;
  readonly payload: readonly FeltKey[];
}

/** What the VM used for a call; the same shape as one run's. */
export type VmResources = RunResources;

/** How a call came out that ran to its end, failed or not. */
export interface CallInfo {
  /** With the resolved class hash and the gas it really got. */
  readonly call: EntryPointCall & { readonly classHash: FeltKey };
  readonly retdata: readonly FeltKey[];
  /** It panicked: retdata is the panic's data, events and messages of its whole subtree are cleared. */
  readonly failed: boolean;
  readonly events: readonly OrderedEvent[];
  readonly messages: readonly OrderedMessage[];
  readonly inner: readonly CallInfo[];
  readonly tracked: TrackedResource;
  /** Own VM run and syscalls when metered in steps (zero in gas), plus the resources of the inner calls. */
  readonly resources: VmResources;
  /** Sierra gas consumed, inner calls included; 0 when metered in steps. */
  readonly gasConsumed: number;
}
