// What people type for arguments: names in place of addresses, and amounts in tokens.
import type { AbiFunction } from '../../../../src/abi/abiModel.ts';
import type { AbiParameter, AbiType } from '../../../../src/abi/abiType.ts';
import { contractOf } from '../chain/recipientOf.ts';
import type { NodeClient } from '../node/nodeClient.ts';
import { isAmountName, quantityText, type TokenUnit, unitsOf } from '../text/amounts.ts';
import { isHex } from '../text/hex.ts';
import { encodeTexts } from './contractAbi.ts';
import { readWhole } from './values.ts';

type Inputs = AbiFunction['inputs'];
type Token = TokenUnit & { readonly decimals: number };

/** Whether a value of a type is the address of a contract, or may be one. */
export const isAddress = (type: AbiType): boolean =>
  type.kind === 'option' ? isAddress(type.value) : type.kind === 'felt' && type.name === 'ContractAddress';

/** The token that a parameter is an amount of by its name; undefined if it is none, or if the token has no unit to type. */
export function tokenOfInput({ name, type }: AbiParameter, token: TokenUnit | null | undefined): Token | undefined {
  const isNumber = type.kind === 'integer' || type.kind === 'limbs';
  if (!isNumber || !token || token.decimals === null || token.symbol.trim() === '' || !isAmountName(name))
    return undefined;
  return { symbol: token.symbol, decimals: token.decimals };
}

/** The smallest units of a text such as `1.5 GLD`; undefined if it is none. */
function amountOf(text: string, { symbol, decimals }: Token): bigint | undefined {
  const trimmed = text.trim();
  const digits = trimmed.slice(0, -symbol.length);
  const isUnit = trimmed.slice(-symbol.length).toLowerCase() === symbol.toLowerCase();
  return isUnit && /\s$/.test(digits) ? unitsOf(digits, decimals) : undefined;
}

/** An amount of a token, as an example: one that is not divided has no decimals. */
export const sampleOf = ({ symbol, decimals }: Token): string => `${decimals === 0 ? '1' : '1.5'} ${symbol}`;

/** What a typed amount means, such as `= 1.5 GLD`; undefined if it is no amount. */
export function meaningOf(text: string, token: Token): string | undefined {
  const units = text.trim() === '' ? undefined : (readWhole(text) ?? amountOf(text, token));
  return units === undefined || units < 0n ? undefined : `= ${quantityText(units, token)} ${token.symbol}`;
}

/** Whether a text is to be read as a name: it is neither an address nor a number nor a text in quotes. */
export const isNameText = (text: string): boolean => {
  const trimmed = text.trim();
  return trimmed !== '' && !isHex(trimmed) && !trimmed.startsWith("'") && readWhole(trimmed) === undefined;
};

/** The texts with addresses in place of names and whole numbers in place of amounts in tokens. What means nothing stays as it is. */
export const plainTexts = (
  node: NodeClient,
  inputs: Inputs,
  texts: readonly string[],
  token?: TokenUnit | null,
): Promise<readonly string[]> =>
  Promise.all(
    inputs.map(async (input, i) => {
      const text = texts[i] ?? '';
      if (isAddress(input.type) && isNameText(text)) return contractOf(node, text).catch(() => text);
      return withoutUnit(input, text, token);
    }),
  );

function withoutUnit(input: AbiParameter, text: string, token: TokenUnit | null | undefined): string {
  const unit = tokenOfInput(input, token);
  return (unit && amountOf(text, unit)?.toString()) ?? text;
}

/** What is wrong with each of the texts that were typed for parameters; undefined where nothing is. */
export const faultsOf = (
  inputs: Inputs,
  texts: readonly string[],
  token?: TokenUnit | null,
): readonly (string | undefined)[] =>
  inputs.map((input, i) => {
    const text = texts[i] ?? '';
    try {
      encodeTexts({ name: '', inputs: [input] }, [withoutUnit(input, text, token)]);
      return undefined;
    } catch (error) {
      if (text.trim() === '') return 'A value is needed.';
      return ownFault(input, text, token) ?? plainWords((error as Error).message);
    }
  });

/** What to type instead, for the types whose values people type most. */
function ownFault(input: AbiParameter, text: string, token: TokenUnit | null | undefined): string | undefined {
  const { type } = input;
  if (isAddress(type) && isNameText(text))
    return 'Give an address that begins with 0x, account 1, a whole label or a whole name.';
  // A number that was read is too large or too small, and the encoder says between which it must be.
  if ((type.kind !== 'integer' && type.kind !== 'limbs') || readWhole(text) !== undefined) return undefined;
  const unit = tokenOfInput(input, token);
  if (!unit) return 'A whole number is needed, such as 1000 or 1e18.';
  const { symbol, decimals } = unit;
  const typed = text.trim();
  if (unitsOf(typed, decimals) === undefined)
    return `Give an amount such as ${sampleOf(unit)}, or a whole number of the smallest unit.`;
  return `A whole number of the smallest unit is needed. For ${typed} ${symbol}, write ${typed} ${symbol} or ${typed}e${decimals}.`;
}

/** A message of the encoder without the words of programs. */
const plainWords = (message: string): string =>
  message
    .replace(/^argument `[^`]*`: /, '')
    .replace(
      "(0x… text, bigint or number; shortString('…') for a short string)",
      "(0x…, a number, or a text such as 'text')",
    )
    .replace('(0x… text or bigint)', '(0x…)')
    .replace('(bigint, number, or text of digits)', '(a whole number)')
    .replace('; give a bigint', '; give it as a text in quotes');
