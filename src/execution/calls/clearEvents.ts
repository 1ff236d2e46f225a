import type { CallInfo } from '../callInfo.ts';

/** A failed call as its caller keeps it: neither it nor what it called emitted or sent anything. Failed calls inside are clear already. */
export function clearEvents(info: CallInfo): CallInfo {
  return {
    ...info,
    events: [],
    messages: [],
    inner: info.inner.map((inner) => (inner.failed ? inner : clearEvents(inner))),
  };
}
