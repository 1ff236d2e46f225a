import type { EntryPointType } from '../cairo/casm.ts';
import type { RunResources } from '../cairo/machine.ts';
import type { FeltKey } from '../felt/key.ts';
import type { TrackedResource } from './calls/trackedResource.ts';
import type { CheatedCall } from './cheats.ts';

/** DELEGATE is a library call; traces use this name. */
export type CallType = 'CALL' | 'DELEGATE';

/** A call of an entry point. */
export interface EntryPointCall {
  /** The contract whose storage the call uses. */
  readonly contractAddress: FeltKey;
  /** The class to run; undefined for the class of the contract. */
  readonly classHash: FeltKey | undefined;
  readonly entryPointType: EntryPointType;
  readonly selector: FeltKey;
  readonly calldata: readonly FeltKey[];
  readonly caller: FeltKey;
  readonly callType: CallType;
  /** The Sierra gas that the call gets. A frame metered in steps gets a fixed amount instead. */
  readonly initialGas: number;
  /** What cheats changed, if they did. */
  readonly cheated?: CheatedCall | undefined;
}

/** An event with its index among the events of its phase. */
export interface OrderedEvent {
  readonly order: number;
  readonly keys: readonly FeltKey[];
  readonly data: readonly FeltKey[];
}

/** A message to L1 with its index among the messages of its phase. */
export interface OrderedMessage {
  readonly order: number;
  readonly toAddress: FeltKey;
  readonly payload: readonly FeltKey[];
}

/** The VM resources of a call. */
export type VmResources = RunResources;

/** The result of a call that ran to its end, whether it failed or not. */
export interface CallInfo {
  /** The call with its resolved class hash and the gas it was given. */
  readonly call: EntryPointCall & { readonly classHash: FeltKey };
  readonly retdata: readonly FeltKey[];
  /** Whether the call panicked. If so, `retdata` is the panic data, and the events and messages of the call and its inner calls are cleared. */
  readonly failed: boolean;
  readonly events: readonly OrderedEvent[];
  readonly messages: readonly OrderedMessage[];
  readonly inner: readonly CallInfo[];
  readonly tracked: TrackedResource;
  /** The resources of the inner calls and, if the call is metered in steps, of its own VM run and system calls. */
  readonly resources: VmResources;
  /** Sierra gas consumed, inner calls included; 0 when metered in steps. */
  readonly gasConsumed: number;
}
