import { groupedDigits } from '../../text/groupedDigits.ts';
import { safeLine } from '../../text/safeText.ts';
import { gasChange } from '../gas/gasSnapshot.ts';
import { byFunction, type Profile, type ProfileRow } from './profile.ts';

/** An amount of L2 gas in two profiles. */
export interface GasDifference {
  readonly before: number;
  readonly after: number;
  readonly change: number;
}

/** A function, or something else that gas was used for, whose gas is another one in the second profile. */
export interface FunctionDifference {
  readonly name: string;
  /** Its own gas. The changes of all functions add up to that of the whole. */
  readonly own: GasDifference;
  /** Its gas with that of the functions that it called. */
  readonly withCalls: GasDifference;
}

/** What is different between two profiles. */
export interface ProfileDiff {
  /** The L2 gas of each profile: together, that of its receipts. */
  readonly before: bigint;
  readonly after: bigint;
  readonly change: bigint;
  /** The functions that changed, the largest change of their own gas first. */
  readonly functions: readonly FunctionDifference[];
  /** How many functions used as much as before. */
  readonly unchanged: number;
  /** A table. */
  readonly text: string;
}

const difference = (before: number, after: number): GasDifference => ({ before, after, change: after - before });

/**
 * Compares two profiles by function, such as those of a transaction before and after an edit. Functions are compared by their names, and
 * lines are not, since an edit moves them.
 *
 * @example
 * const before = await box.profile(transactionHash);
 * const later = await token.write.transfer(bob, 5n);
 * const after = await box.profile(later.transactionHash);
 * console.log(profileDiff(before, after).text);
 */
export function profileDiff(before: Profile, after: Profile): ProfileDiff {
  const [old, present] = [rowsByName(before), rowsByName(after)];
  const all = [...new Set([...old.keys(), ...present.keys()])].map((name): FunctionDifference => {
    const [from, to] = [old.get(name), present.get(name)];
    return {
      name,
      own: difference(from?.self ?? 0, to?.self ?? 0),
      withCalls: difference(from?.total ?? 0, to?.total ?? 0),
    };
  });
  const functions = all.filter(({ own, withCalls }) => own.change !== 0 || withCalls.change !== 0);
  const size = ({ change }: GasDifference) => Math.abs(change);
  functions.sort(
    (a, b) => size(b.own) - size(a.own) || size(b.withCalls) - size(a.withCalls) || (a.name < b.name ? -1 : 1),
  );
  const diff = {
    before: before.l2Gas,
    after: after.l2Gas,
    change: after.l2Gas - before.l2Gas,
    functions,
    unchanged: all.length - functions.length,
  };
  return {
    ...diff,
    get text() {
      return diffText(diff);
    },
  };
}

/** Functions that only have steps use no gas, and are left out. */
const rowsByName = (profile: Profile): ReadonlyMap<string, ProfileRow> =>
  new Map(byFunction(profile).flatMap((row) => (row.total === 0 ? [] : [[row.name, row]])));

const MAX_ROWS = 30;

function diffText({ before, after, functions, unchanged }: Omit<ProfileDiff, 'text'>): string {
  const change = before === after ? 'No change of L2 gas' : `${gasChange(before, after)} L2 gas`;
  const heading = `${change}: ${groupedDigits(before)} before, ${groupedDigits(after)} after`;
  const same = `${groupedDigits(unchanged)} ${unchanged === 1 ? 'function' : 'functions'} unchanged.`;
  if (functions.length === 0) return `${heading}\n\n${same}\n`;
  const signed = (value: number) => `${value > 0 ? '+' : ''}${groupedDigits(value)}`;
  const rows = [
    ['Own L2 gas', 'With calls', 'Before', 'After', 'Function'],
    ...functions
      .slice(0, MAX_ROWS)
      .map(({ name, own, withCalls }) => [
        signed(own.change),
        signed(withCalls.change),
        withCalls.before === 0 ? 'new' : groupedDigits(withCalls.before),
        withCalls.after === 0 ? 'removed' : groupedDigits(withCalls.after),
        safeLine(name),
      ]),
  ];
  const widths = [0, 1, 2, 3].map((i) => Math.max(...rows.map((row) => row[i]!.length)));
  const table = rows.map((row) => [...widths.map((width, i) => row[i]!.padStart(width)), row[4]].join('  '));
  const rest = functions.length - MAX_ROWS;
  return `${[heading, '', ...table, ...(rest > 0 ? [`… and ${rest} more`] : []), '', same].join('\n')}\n`;
}
