/** A text among the items of panic data: a short string behind its felt, as in `0x6e6f ('no')`, or a whole text. Both may have quotes in them. */
const TEXT = /(?<=0x[\da-f]+ \()'.*?'(?=\)(?:[,).]|$))|(?<=^|[\s(])".+?"(?=[,).]|$)/gms;

/** The data is at the end. COST: many quotes without an end are looked at again from each of them. */
const MOST_CHARS = 2_000;

/** What a contract or the protocol gave as the reason, such as `'ENTRYPOINT_NOT_FOUND'`; all calls around it are on the screen of the transaction. */
export const shortReason = (reason: string): string =>
  (reason.slice(-MOST_CHARS).match(TEXT) ?? []).findLast((text) => text !== "''" && text !== "'ENTRYPOINT_FAILED'") ??
  reason;
