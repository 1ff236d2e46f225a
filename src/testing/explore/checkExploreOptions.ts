import { checkOptions } from '../../library/options/checkOptions.ts';
import { describeValue, wrongValue } from '../../library/values.ts';
import { fromCaller } from '../../text/callerStack.ts';
import { didYouMean } from '../../text/didYouMean.ts';
import { disturbanceKinds } from './disturbance.ts';

const OPTIONS = ['schedules', 'seed', 'kinds', 'schedule', 'http', 'timers', 'timeLimit'] as const;
/** The longest time of a timer, in milliseconds; a longer one ends at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Refuses options with which nothing, or not what was meant, would be run: such a test would pass whatever it does. */
export function checkExploreOptions(options: {
  readonly schedules?: unknown;
  readonly seed?: unknown;
  readonly timeLimit?: unknown;
  readonly kinds?: unknown;
}): void {
  checkOptions(options, OPTIONS, '{ schedules: 1000, seed: 1 }');
  checkWhole('schedules', options.schedules, 1);
  checkWhole('seed', options.seed, 0);
  checkWhole('timeLimit', options.timeLimit, 1, LONGEST_TIMER);
  checkKinds(options.kinds);
}

function checkWhole(name: string, value: unknown, least: number, most = Number.MAX_SAFE_INTEGER): void {
  if (value === undefined) return;
  if (Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most) return;
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  throw wrongValue(name, `a whole number ${range}`, value);
}

function checkKinds(kinds: unknown): void {
  if (kinds === undefined) return;
  if (!Array.isArray(kinds) || kinds.length === 0)
    throw wrongValue('kinds', `a list with some of ${disturbanceKinds.join(', ')}`, kinds);
  const names: readonly string[] = disturbanceKinds;
  const unknown = kinds.findIndex((kind) => !names.includes(kind));
  if (unknown < 0) return;
  const near = didYouMean(String(kinds[unknown]), names);
  const help = `${near && `${near} `}The kinds are ${names.join(', ')}.`;
  throw fromCaller(new TypeError(`kinds[${unknown}] is ${describeValue(kinds[unknown])}, which is no kind. ${help}`));
}
