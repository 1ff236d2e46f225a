// Numbers as people read them: in groups of digits, in tokens where they are amounts of one, and with the digits marked that changed.
import { groupedDigits } from '../../../../src/text/groupedDigits.ts';

/** The token that a number is an amount of. */
export interface TokenUnit {
  readonly symbol: string;
  /** Null for tokens that are not divided. */
  readonly decimals: number | null;
}

const FEE_TOKEN_DECIMALS = 18;
/** Amounts that are cut have this many decimals everywhere: a gfri is their smallest part. */
const MOST_DECIMALS = 9;

/** An amount of the smallest unit as tokens, with as many decimals as it needs, but at most `decimals`. */
export function inTokens(amount: bigint, decimals = MOST_DECIMALS, tokenDecimals = FEE_TOKEN_DECIMALS): string {
  if (amount < 0n) return `-${inTokens(-amount, decimals, tokenDecimals)}`;
  const scale = 10n ** BigInt(tokenDecimals);
  const whole = amount / scale;
  const rest = (amount % scale).toString().padStart(tokenDecimals, '0');
  const shown = tokenDecimals === 0 ? '' : rest.slice(0, decimals).replace(/0+$/, '');
  if (whole === 0n && shown === '' && amount > 0n) return `< 0.${'0'.repeat(Math.max(0, decimals - 1))}1`;
  return shown === '' ? groupedDigits(whole) : `${groupedDigits(whole)}.${shown}`;
}

/** An amount in tokens; `…` stands for decimals that are left out. */
export function shortTokens(amount: bigint, tokenDecimals = FEE_TOKEN_DECIMALS): string {
  const text = inTokens(amount, undefined, tokenDecimals);
  return text.startsWith('<') || text === inTokens(amount, tokenDecimals, tokenDecimals) ? text : `${text}…`;
}

const GROUPS = /^\s*-?[1-9]\d{0,2}(?:,\d{3})+(?![\d,])/;

/** A number without the commas between its groups of three digits. Any other comma stays, and makes it no number: 0,5 is not 5. */
export const ungrouped = (text: string): string => text.replace(GROUPS, (groups) => groups.replaceAll(',', ''));

/** The smallest units of an amount that is typed in tokens, such as `0.5`; undefined if it is none, or has too many decimals. */
export function unitsOf(text: string, decimals = FEE_TOKEN_DECIMALS): bigint | undefined {
  const [, whole, fraction = ''] = /^(\d{1,40})(?:\.(\d+))?$/.exec(ungrouped(text).trim()) ?? [];
  if (whole === undefined || fraction.length > decimals) return undefined;
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/** A number in groups of digits or, if it is an amount of a token, in tokens with all its decimals. */
export const quantityText = (value: bigint, token?: TokenUnit | null): string =>
  token && token.decimals !== null ? inTokens(value, token.decimals, token.decimals) : groupedDigits(value);

/** Members, arguments and variables that are amounts in the contract of a token, and functions that return them. */
const AMOUNT =
  '(?:\\w*_)?(?:values?|amount|balances?|supply|allowances?|wad)|(?:balance|totalSupply)(?:Of)?|balance_of';
const IS_AMOUNT = new RegExp(`^(?:${AMOUNT})$`, 'i');
const AMOUNTS = new RegExp(`\\b(${AMOUNT}): (\\d{1,78})\\b(?![.\\w])`, 'gi');

/** Whether something in the contract of a token is an amount by its name, such as `value` or `ERC20_balances[0x1]`. */
export const isAmountName = (name: string): boolean => IS_AMOUNT.test(name.replace(/\[.*$/s, ''));

/** A text with its long whole numbers in groups of digits. What stands in quotes is a text. */
export const groupedIn = (text: string): string =>
  text.replace(/(?<![\w.'"])\d{5,78}(?![\w.'"])/g, (digits) => groupedDigits(BigInt(digits)));

/** A text about a token, such as `value: 5`, with its amounts in tokens and other numbers in groups of digits. */
export function amountsIn(text: string, token?: TokenUnit | null): string {
  if (!token || token.decimals === null) return groupedIn(text);
  // Amounts go first: their texts have no long groups of digits any more.
  return groupedIn(
    text.replace(AMOUNTS, (_, name, digits) => `${name}: ${quantityText(BigInt(digits), token)} ${token.symbol}`),
  );
}

/** Parts of a number after a change. */
export type ChangedParts = readonly { readonly text: string; readonly isChanged: boolean }[];

const placesOf = (text: string): readonly [whole: string, fraction: string] => {
  const [whole = '', fraction = ''] = text.replaceAll(',', '').split('.');
  return [whole, fraction];
};

/**
 * A number in groups of digits as one run from the first to the last digit that differs from the one before, and what stands around it.
 * Digits are compared by their place.
 */
export function changedParts(before: string, after: string): ChangedParts {
  const [wholeBefore, fractionBefore] = placesOf(before);
  const [whole] = placesOf(after);
  let place = wholeBefore.length - whole.length;
  let isFraction = false;
  let [first, last] = [-1, -1];
  for (const [i, char] of [...after].entries()) {
    if (char === '.') {
      isFraction = true;
      place = 0;
    } else if (char !== ',' && (isFraction ? (fractionBefore[place++] ?? '0') : wholeBefore[place++]) !== char) {
      if (first < 0) first = i;
      last = i;
    }
  }
  if (first < 0) return [{ text: after, isChanged: false }];
  return [
    { text: after.slice(0, first), isChanged: false },
    { text: after.slice(first, last + 1), isChanged: true },
    { text: after.slice(last + 1), isChanged: false },
  ].filter(({ text }) => text !== '');
}
