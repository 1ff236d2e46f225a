// Values as people read them. What comes from contracts is shown as text, never as markup, and without characters that change other text.
import { groupedDigits } from '../../../../src/text/groupedDigits.ts';
import { safeLine, safeLines } from '../../../../src/text/safeText.ts';
import { inTokens, shortTokens } from '../../data/text/amounts.ts';

const MAX_NAME = 120;

/** A name that somebody else chose: one line, of a bounded length, without characters that are invisible or change the direction of text. */
export function safeName(text: string, max = MAX_NAME): string {
  const line = safeLine(text);
  return line.length > max ? `${line.slice(0, max)}…` : line;
}

export { groupedDigits as grouped, inTokens, safeLine, safeLines, shortTokens };

/** Numbers with more characters go over two lines rather than out of the window. */
export const LONG = 32;

/** `43,422,…,033,145`: the ends of a very long number, of which the middle says little. */
export const withoutMiddle = (digits: string): string =>
  digits.length <= LONG ? digits : `${digits.slice(0, ENDS)}…${digits.slice(-ENDS)}`;

const ENDS = 12;

/** `0x64b4…1691`: enough to recognise a hash. */
export const shortHash = (hash: string): string => (hash.length <= 14 ? hash : `${hash.slice(0, 6)}…${hash.slice(-4)}`);

/** A contract by its name, or by its short address if the name is not known. */
export const contractText = (name: string | null, address: string, max = MAX_NAME): string =>
  name === null ? shortHash(address) : safeName(name, max);

/** A hash in a text, which may be padded with zeros: as it stands elsewhere, and short. */
export const shortInText = (hash: string): string => shortHash(hash.replace(/^0x0+(?=[\da-f])/i, '0x'));

/** A text with its long hashes and addresses made short. */
export const shortHashesIn = (text: string): string => text.replace(/0x[0-9a-f]{16,64}/gi, shortInText);

/** What the types of transactions are called. */
export const TYPE_NAMES = {
  INVOKE: 'invoke',
  DECLARE: 'declare',
  DEPLOY_ACCOUNT: 'deploy account',
  L1_HANDLER: 'message from L1',
} as const;

/** The name of the token of a fee unit. */
export const tokenOf = (unit: 'FRI' | 'WEI'): 'STRK' | 'ETH' => (unit === 'FRI' ? 'STRK' : 'ETH');

/** A gas price, such as `1 gfri` or `250 fri`. */
export function price(amount: bigint | number | string, unit: 'fri' | 'wei'): string {
  const value = BigInt(amount);
  return value >= 10n ** 9n ? `${inTokens(value, 3, 9)} g${unit}` : `${groupedDigits(value)} ${unit}`;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** The day of a time in seconds since 1970, in the reader's time zone: `2026-11-16`. Undefined if no calendar goes that far. */
export function dayText(seconds: number | bigint): string | undefined {
  const date = new Date(Number(seconds) * 1000);
  if (Number.isNaN(date.getTime())) return undefined;
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** The time of the day: `17:05:09`. */
export function clockText(seconds: number | bigint): string {
  const date = new Date(Number(seconds) * 1000);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');
}

/** Seconds since 1970 as a date and time in the reader's time zone. COST: `Intl` would take 20 ms when it is first used. */
export function dateText(seconds: number | bigint): string {
  const day = dayText(seconds);
  return day === undefined ? `${seconds} seconds after 1970` : `${day} ${clockText(seconds)}`;
}

/** Clocks may differ by so much that a thing which was just made seems to be still to come. */
const CLOCKS_DIFFER_SECONDS = 60;

/** How long ago: `5 s ago`. What is ahead, because the clock was set back or is another one, has no age: its date stands for it. */
export function ago(seconds: number | bigint, nowSeconds: number): string {
  const age = Math.round(nowSeconds - Number(seconds));
  if (age >= 1) return `${duration(age)} ago`;
  return age > -CLOCKS_DIFFER_SECONDS ? 'now' : dateText(seconds);
}

/** A time span in its largest unit. */
export function duration(seconds: number): string {
  const units = [
    ['y', 31_536_000],
    ['d', 86_400],
    ['h', 3_600],
    ['min', 60],
  ] as const;
  for (const [name, size] of units) if (seconds >= size) return `${Math.floor(seconds / size)} ${name}`;
  return `${seconds} s`;
}

/** A size in bytes. */
export const bytes = (count: number): string =>
  count < 1_000
    ? `${count} B`
    : count < 1_000_000
      ? `${(count / 1_000).toFixed(1)} kB`
      : `${(count / 1_000_000).toFixed(1)} MB`;

/** `1 block`, `2 blocks`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${groupedDigits(count)} ${count === 1 ? one : many}`;

const MAX_REASON = 2_000;

/** Why a transaction failed, of a bounded length and with short hashes. */
export const reasonText = (reason: string): string => safeLines(shortHashesIn(reason.slice(0, MAX_REASON)));
