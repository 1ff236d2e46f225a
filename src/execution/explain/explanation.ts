import type { PanicItem } from '../../abi/panicData.ts';
import type { Felt } from '../../felt/felt.ts';
import type { CallType } from '../callInfo.ts';

/** How a call ended. */
export type CallEnd =
  | { readonly kind: 'returned'; readonly retdata: readonly Felt[] }
  | { readonly kind: 'panicked'; readonly panic: readonly PanicItem[] }
  /** An error that no contract can catch happened in the call or in one of its inner calls. */
  | { readonly kind: 'error' };

/** A call with the names from its class. */
export interface ExplainedCall {
  readonly contractAddress: Felt;
  readonly classHash: Felt | undefined;
  /** The contract's name in its ABI; undefined if there is none. */
  readonly contractName: string | undefined;
  readonly selector: Felt | undefined;
  readonly functionName: string | undefined;
  readonly callType: CallType | 'CONSTRUCTOR' | 'L1_HANDLER';
  readonly calldata: readonly Felt[];
  readonly end: CallEnd;
  /** The Sierra gas of the call and its inner calls; undefined if it is metered in steps or was ended by an error. */
  readonly gas: number | undefined;
  /** The steps of the call, its inner calls and their system calls; only if it is metered in steps. */
  readonly steps: number | undefined;
  /** What the call printed, as text where possible and otherwise as numbers. */
  readonly prints: readonly string[];
  readonly inner: readonly ExplainedCall[];
}

/** An explanation of the result of a transaction or call. */
export interface Explanation {
  readonly status: 'succeeded' | 'reverted' | 'rejected';
  /** A sentence about what went wrong, and where. */
  readonly reason: string | undefined;
  /** The locations in the Cairo source, innermost first; empty if the class has no debug information. */
  readonly locations: readonly string[];
  /** The outermost calls: validation, execution, fee transfer. */
  readonly calls: readonly ExplainedCall[];
}
