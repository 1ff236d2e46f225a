import type { PanicItem } from '../../abi/panicData.ts';
import type { Felt } from '../../felt/felt.ts';
import type { CallType } from '../callInfo.ts';

/** How a call ended. */
export type CallEnd =
  | { readonly kind: 'returned'; readonly retdata: readonly Felt[] }
  | { readonly kind: 'panicked'; readonly panic: readonly PanicItem[] }
  /** An error that no contract could catch happened in it or below it. */
  | { readonly kind: 'error' };

/** A call with the names its class gives it. */
export interface ExplainedCall {
  readonly contractAddress: Felt;
  readonly classHash: Felt | undefined;
  /** As the class names itself; undefined when it does not. */
  readonly contractName: string | undefined;
  readonly selector: Felt | undefined;
  readonly functionName: string | undefined;
  readonly callType: CallType | 'CONSTRUCTOR' | 'L1_HANDLER';
  readonly calldata: readonly Felt[];
  readonly end: CallEnd;
  /** Sierra gas it consumed with all it called; undefined when it is metered in steps or did not come to its end. */
  readonly gas: number | undefined;
  /** Steps it took with all it called, and those its system calls stand for; only when it is metered in steps. */
  readonly steps: number | undefined;
  /** What it printed: text where it is text, numbers otherwise. */
  readonly prints: readonly string[];
  readonly inner: readonly ExplainedCall[];
}

/** Why a transaction or call came out as it did. */
export interface Explanation {
  readonly status: 'succeeded' | 'reverted' | 'rejected';
  /** One sentence: what went wrong, and where. */
  readonly reason: string | undefined;
  /** Where in the Cairo source, innermost first; empty when the class has no debug information. */
  readonly locations: readonly string[];
  /** The outermost calls: validation, execution, fee transfer. */
  readonly calls: readonly ExplainedCall[];
}
