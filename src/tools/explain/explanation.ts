import type { AbiEvent, AbiFunction } from '../../abi/abiModel.ts';
import type { PanicItem } from '../../abi/panicData.ts';
import type { CallType } from '../../execution/callInfo.ts';
import type { CheatedCall } from '../../execution/cheats.ts';
import type { L2Parts } from '../../execution/gas/transactionGas.ts';
import type { GasVector } from '../../execution/gasVector.ts';
import type { Felt } from '../../felt/felt.ts';
import type { DecodedStorage } from '../storage/storageEntry.ts';
import type { RecordedAct } from './callRecorder.ts';
import type { StackFrame } from './stackFrame.ts';

/** How a call ended. */
export type CallEnd =
  | {
      readonly kind: 'returned';
      readonly retdata: readonly Felt[];
      /** A validation that did not return `VALID`, so that the transaction was rejected. */
      readonly isRefusal?: boolean;
    }
  | {
      readonly kind: 'panicked';
      readonly panic: readonly PanicItem[];
      /** Where the panic started, if a caller caught it and the place is known. */
      readonly caughtAt?: StackFrame | undefined;
    }
  /** An error that no contract can catch happened in the call or in one of its inner calls. */
  | { readonly kind: 'error' };

/** What an outermost call of a transaction is for. */
export type Phase = 'validate' | 'execute' | 'constructor' | 'l1_handler' | 'fee_transfer';

/** An event of a call. */
export interface ExplainedEvent {
  readonly keys: readonly Felt[];
  readonly data: readonly Felt[];
  /** The event in the ABI of the class; undefined if it is unknown. */
  readonly abi: AbiEvent | undefined;
}

/** A call with the names from its class. */
export interface ExplainedCall {
  /** Undefined for inner calls, and for calls without a transaction. */
  readonly phase: Phase | undefined;
  readonly contractAddress: Felt;
  readonly classHash: Felt | undefined;
  /** The contract's name in its ABI or build output; undefined if there is none. */
  readonly contractName: string | undefined;
  readonly selector: Felt | undefined;
  /** The name of the function in the ABI of the class, or in that of another class with the same selector. */
  readonly functionName: string | undefined;
  /** The called function in the ABI of the class; undefined if it is unknown. */
  readonly abi: AbiFunction | undefined;
  readonly callType: CallType | 'CONSTRUCTOR' | 'L1_HANDLER';
  readonly calldata: readonly Felt[];
  /** What cheats changed, if they did. */
  readonly cheated: CheatedCall | undefined;
  readonly end: CallEnd;
  /** The Sierra gas of the call and its inner calls; undefined if it is metered in steps or was ended by an error. */
  readonly gas: number | undefined;
  /** The steps of the call, its inner calls and their system calls; only if it is metered in steps. */
  readonly steps: number | undefined;
  /** What the call printed, as text where possible and otherwise as numbers. */
  readonly prints: readonly string[];
  /** What the call emitted. If it or a caller failed, the events were dropped. */
  readonly events: readonly ExplainedEvent[];
  readonly inner: readonly ExplainedCall[];
  /** The order of the prints, events and inner calls. */
  readonly sequence: readonly RecordedAct[];
}

/** A storage cell that a transaction changed. */
export interface CellChange {
  readonly key: Felt;
  readonly before: Felt;
  readonly after: Felt;
}

/** A storage variable or entry that a transaction changed. The key and its felts are those of its first changed cell. */
export interface StorageChange extends CellChange {
  readonly contractAddress: Felt;
  readonly contractName: string | undefined;
  /** `ERC20_balances[0x64b4…]`; undefined if it is not known. */
  readonly path: string | undefined;
  /** The type of the value; undefined if it is not decoded. */
  readonly type: string | undefined;
  readonly beforeValue: DecodedStorage | undefined;
  readonly afterValue: DecodedStorage | undefined;
  /** The decoded values, or the felts of the changed cells. */
  readonly beforeText: string;
  readonly afterText: string;
  /** Every changed cell, in the order of the keys. */
  readonly cells: readonly CellChange[];
}

/** What a transaction used and cost. */
interface ExplainedFee {
  readonly amount: bigint;
  readonly unit: 'FRI' | 'WEI';
  readonly gas: GasVector;
  /** The parts of the L2 gas that no call used, as far as they are known. */
  readonly l2Parts: L2Parts | undefined;
}

/** An explanation of the result of a transaction or call. */
export interface Explanation {
  /** A simulated transaction was only tried out. */
  readonly subject: 'transaction' | 'simulated' | 'call';
  readonly status: 'succeeded' | 'reverted' | 'rejected';
  /** A sentence about what went wrong, and where. */
  readonly reason: string | undefined;
  /** What is wrong with a transaction that its account refused, if that is known: its signature, or the account itself. */
  readonly validationNote?: string | undefined;
  /** The Cairo functions and source lines that the failure went through, innermost first; empty without debug information. */
  readonly stack: readonly StackFrame[];
  /** The outermost calls: validation, execution, fee transfer. */
  readonly calls: readonly ExplainedCall[];
  /** The cells that the transaction changed. Names of variables take longer to find than the rest, and short texts do not show them. */
  readonly storageChanges: () => readonly StorageChange[];
  readonly fee: ExplainedFee | undefined;
  /** How to get the source lines that are missing; undefined if none are. */
  readonly advice: string | undefined;
}
