import { isHex } from '../text/hex.ts';
import type { Match } from './matches.ts';
import { readRule, type WatchRule } from './watchRules.ts';

/** A rule that has fired. */
export interface Fired {
  readonly rule: WatchRule;
  /** The first that matched since the rule was looked at before. */
  readonly match: Omit<Match, 'id'>;
  /** How many matched since. */
  readonly count: number;
}

const MOST_CHARS = 500;

/** What has fired, as the browser stored it; undefined if it is not that. */
export function readFired(stored: unknown): Fired | undefined {
  const { rule: storedRule, match, count } = (stored ?? {}) as Record<string, unknown>;
  const rule = readRule(storedRule);
  const { blockNumber, transactionHash, text } = (match ?? {}) as Record<string, unknown>;
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value);
  const isHash = (value: unknown): value is string | null =>
    value === null || (typeof value === 'string' && isHex(value));
  if (!rule || !isCount(count) || !isCount(blockNumber) || !isHash(transactionHash) || typeof text !== 'string')
    return undefined;
  return { rule, match: { blockNumber, transactionHash, text: text.slice(0, MOST_CHARS) }, count };
}
