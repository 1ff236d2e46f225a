import type { PanicItem } from '../../abi/panicData.ts';
import type { ExplainedCall, Explanation } from '../../execution/explain/explanation.ts';
import { formatExplanation } from '../../execution/explain/formatExplanation.ts';
import type { Felt } from '../../felt/felt.ts';
import { type Hex, hex, hexList } from './hex.ts';

/** An explanation of the result of a transaction. */
export interface TransactionExplanation {
  readonly status: 'SUCCEEDED' | 'REVERTED' | 'REJECTED';
  readonly reason: string | null;
  readonly locations: readonly string[];
  readonly calls: readonly CallExplanation[];
  /** The explanation as text for people. */
  readonly text: string;
}

/** A call with the names that its class gives it. */
export interface CallExplanation extends CallEndExplanation {
  readonly contract_address: Hex;
  readonly class_hash: Hex | null;
  readonly contract_name: string | null;
  readonly selector: Hex | null;
  readonly function_name: string | null;
  readonly call_type: ExplainedCall['callType'];
  readonly calldata: readonly Hex[];
  /** The length of the calldata, if it is truncated here. */
  readonly calldata_length?: number;
  readonly gas: number | null;
  readonly steps: number | null;
  readonly prints: readonly string[];
  readonly calls: readonly CallExplanation[];
}

export interface CallEndExplanation {
  readonly end: 'RETURNED' | 'PANICKED' | 'ERROR';
  readonly retdata?: readonly Hex[];
  /** The length of the returned data, if it is truncated here. */
  readonly retdata_length?: number;
  readonly panic?: readonly string[];
}

const STATUS = { succeeded: 'SUCCEEDED', reverted: 'REVERTED', rejected: 'REJECTED' } as const;

/** An explanation for programs, with the text for people beside it. */
export const formatExplained = (explanation: Explanation): TransactionExplanation => ({
  status: STATUS[explanation.status],
  reason: explanation.reason ?? null,
  locations: explanation.locations,
  calls: explanation.calls.map(formatCall),
  text: formatExplanation(explanation),
});

/** Longer lists are truncated, because an explanation is for people. The trace has all of it. */
const MOST_FELTS = 256;

/** A list of felts. Of a long one it is the beginning, and the length. */
const shown = <N extends 'calldata' | 'retdata'>(name: N, felts: readonly Felt[]) =>
  (felts.length <= MOST_FELTS
    ? { [name]: hexList(felts) }
    : { [name]: hexList(felts.slice(0, MOST_FELTS)), [`${name}_length`]: felts.length }) as ShownFelts<N>;
type ShownFelts<N extends string> = { readonly [K in N]: readonly Hex[] } & { readonly [K in `${N}_length`]?: number };

function formatCall(call: ExplainedCall): CallExplanation {
  return {
    contract_address: hex(call.contractAddress),
    class_hash: call.classHash === undefined ? null : hex(call.classHash),
    contract_name: call.contractName ?? null,
    selector: call.selector === undefined ? null : hex(call.selector),
    function_name: call.functionName ?? null,
    call_type: call.callType,
    ...shown('calldata', call.calldata),
    ...endOf(call),
    gas: call.gas ?? null,
    steps: call.steps ?? null,
    prints: call.prints,
    calls: call.inner.map(formatCall),
  };
}

function endOf({ end }: ExplainedCall): CallEndExplanation {
  switch (end.kind) {
    case 'returned':
      return { end: 'RETURNED', ...shown('retdata', end.retdata) };
    case 'panicked':
      return { end: 'PANICKED', panic: end.panic.slice(0, MOST_FELTS).map(formatItem) };
    case 'error':
      return { end: 'ERROR' };
  }
}

const formatItem = (item: PanicItem): string =>
  item.kind === 'text' ? item.text : (item.shortString ?? hex(item.felt));
