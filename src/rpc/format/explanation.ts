import type { PanicItem } from '../../abi/panicData.ts';
import type { ExplainedCall, Explanation } from '../../execution/explain/explanation.ts';
import { formatExplanation } from '../../execution/explain/formatExplanation.ts';
import type { Felt } from '../../felt/felt.ts';
import { hex, hexList } from './hex.ts';

/** An explanation for programs, with the text for people beside it. */
export const formatExplained = (explanation: Explanation) => ({
  status: explanation.status.toUpperCase(),
  reason: explanation.reason ?? null,
  locations: explanation.locations,
  calls: explanation.calls.map(formatCall),
  text: formatExplanation(explanation),
});

/** An explanation is for people: what is longer is cut, and the trace has all of it. */
const MOST_FELTS = 256;

/** A list of felts; of a long one its beginning, and how long it is. */
const shown = (name: 'calldata' | 'retdata', felts: readonly Felt[]): Record<string, unknown> =>
  felts.length <= MOST_FELTS
    ? { [name]: hexList(felts) }
    : { [name]: hexList(felts.slice(0, MOST_FELTS)), [`${name}_length`]: felts.length };

function formatCall(call: ExplainedCall): Record<string, unknown> {
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

function endOf({ end }: ExplainedCall): Record<string, unknown> {
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
