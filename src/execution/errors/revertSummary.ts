import { feltOfAscii } from '../../felt/felt.ts';
import { keyOf } from '../../felt/key.ts';
import type { CallInfo } from '../callInfo.ts';
import type { RevertSummary } from '../errorStack.ts';

const ENTRYPOINT_FAILED = keyOf(feltOfAscii('ENTRYPOINT_FAILED'));

/**
 * Follows a panic from the outermost call to the one that raised it. A caller that propagates a panic appends 'ENTRYPOINT_FAILED'.
 * If the panicking inner call cannot be identified (there is none, or there are several), the summary has only the outermost panic data.
 */
export function revertSummaryOf(root: CallInfo, header: RevertSummary['header']): RevertSummary {
  const chain: CallInfo[] = [];
  let call = root;
  while (call.failed) {
    chain.push(call);
    if (call.retdata.at(-1) !== ENTRYPOINT_FAILED) break;
    const inner = call.inner.filter((candidate) => candidate.failed && isPropagated(candidate, call));
    if (inner.length !== 1) return { header, frames: [], retdata: root.retdata };
    call = inner[0]!;
  }
  const last = chain.at(-1);
  if (!last) return { header, frames: [], retdata: root.retdata };
  return {
    header,
    frames: chain.map(({ call: { contractAddress, classHash, selector } }) => ({
      contractAddress,
      classHash,
      selector,
    })),
    retdata: last.retdata,
  };
}

/** Whether the caller's panic data is that of the inner call with one more felt. */
const isPropagated = (inner: CallInfo, caller: CallInfo) =>
  inner.retdata.length === caller.retdata.length - 1 && inner.retdata.every((felt, i) => felt === caller.retdata[i]);
