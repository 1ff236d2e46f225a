import { faultKinds } from './faultKinds.ts';
import type { FaultRule, FaultTime } from './faultRule.ts';

/**
 * One sentence about a rule: what happens, and when.
 *
 * @example
 * console.log(describeFault({ fault: 'answer-lost', at: 3 })); // The 3rd request takes effect, but its answer is lost.
 */
export function describeFault(rule: FaultRule): string {
  const effect = effectOf(rule);
  const limit = rule.times === undefined || isOnce(rule) ? '' : timesOf(rule.times);
  if (rule.fault === 'reorganisation') return `${afterBlock(rule)}, ${effect}${limit}.`;
  return `${subjectOf(rule, faultKinds[rule.fault].occasion)} ${effect}${limit}.`;
}

/** Whether the rest of the sentence says that it happens once. */
const isOnce = ({ at, block, times = 1 }: FaultRule): boolean =>
  at !== undefined || (block !== undefined && times === 1);

const timesOf = (times: number): string => `, at most ${times === 1 ? 'once' : `${times} times`}`;

function subjectOf(rule: Exclude<FaultRule, { fault: 'reorganisation' }>, what: string): string {
  const { probability, at, block } = rule;
  const methods = rule.method === undefined ? [] : [rule.method].flat();
  const of = methods.length === 0 ? '' : ` of ${listed(methods, 'or')}`;
  if (at !== undefined) return `The ${ordinals(at)} ${what}${of}`;
  if (block !== undefined)
    return isOnce(rule) ? `The first ${what}${of} from block ${block} on` : `From block ${block} on, each ${what}${of}`;
  if (probability !== undefined) return `With a probability of ${percent(probability)}, each ${what}${of}`;
  return `Every ${what}${of}`;
}

function afterBlock(rule: FaultRule): string {
  const { probability, at, block } = rule;
  if (at !== undefined) return `After the ${ordinals(at)} new block`;
  if (block !== undefined) return isOnce(rule) ? `After block ${block}` : `After each block from ${block} on`;
  if (probability !== undefined) return `With a probability of ${percent(probability)} after each new block`;
  return 'After every new block';
}

function effectOf(rule: FaultRule): string {
  switch (rule.fault) {
    case 'delay':
      return rule.when === 'after'
        ? `takes effect, and is answered ${timeText(rule.milliseconds)} late`
        : `is ${timeText(rule.milliseconds)} late`;
    case 'cut':
      return rule.when === 'after'
        ? 'takes effect, but its connection is cut before the answer'
        : 'has no effect, because its connection is cut';
    case 'too-many-requests':
      return `is refused with 429 (too many requests; retry after ${rule.seconds ?? 1} s)`;
    case 'unavailable':
      return `is refused with 503 (unavailable; retry after ${rule.seconds ?? 1} s)`;
    case 'answer-lost':
      return `takes effect, but its answer is lost${rule.silent ? ' without a word' : ''}`;
    case 'evicted':
      return 'is answered with a hash, but its transaction is evicted and never runs';
    case 'lagging':
      return `is answered by a replica that is ${counted(rule.blocks, 'block')} behind`;
    case 'notification-dropped':
      return 'is dropped';
    case 'notification-doubled':
      return 'is sent twice';
    case 'notification-late':
      return `is ${timeText(rule.milliseconds)} late`;
    case 'socket-cut':
      return 'is lost, because its WebSocket is cut';
    case 'reorganisation':
      return `${rule.blocks === 1 ? 'the last block is taken back and its' : `the last ${rule.blocks} blocks are taken back and their`} transactions run again in another order`;
  }
}

function timeText(time: FaultTime): string {
  if (typeof time === 'number') return `${time} ms`;
  if ('uniform' in time) return `${time.uniform[0]} to ${time.uniform[1]} ms`;
  return `about ${time.exponential} ms (at most ${time.cap})`;
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

const percent = (probability: number): string => `${Number((probability * 100).toPrecision(6))} %`;

const listed = (words: readonly string[], joint: string): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${joint} ${words.at(-1)}`;

/** Long lists are cut: a sentence is for reading. */
const MOST_ORDINALS = 10;

function ordinals(at: number | readonly number[]): string {
  const all = [at].flat() as readonly number[];
  const texts = all.slice(0, MOST_ORDINALS).map(ordinal);
  return listed(all.length > MOST_ORDINALS ? [...texts, `${all.length - MOST_ORDINALS} more`] : texts, 'and');
}

const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
const rules = new Intl.PluralRules('en', { type: 'ordinal' });
const ordinal = (number: number): string => `${number}${ENDINGS[rules.select(number)]}`;
