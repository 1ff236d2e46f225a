import { readJson } from '../../transport/jsonRpc.ts';
import { plainPath } from '../chain/plainPath.ts';
import { contractOf } from '../chain/recipientOf.ts';
import { isNameText } from '../contracts/argumentTexts.ts';
import { feeTokens } from '../contracts/feeTokens.ts';
import { readWhole } from '../contracts/values.ts';
import type { NodeClient } from '../node/nodeClient.ts';
import { isHex } from '../text/hex.ts';

/** Something that is other than on the chain, as it is typed. */
export interface OverrideDraft {
  /** A storage variable of a contract, the balance of an account, or the class of a contract. */
  readonly kind: 'storage' | 'balance' | 'code';
  readonly address: string;
  /** The name of the storage variable, or the token. */
  readonly name: string;
  readonly value: string;
}

/** The block, the time and the state that a simulation starts from, as they are typed; empty texts mean those of now. */
export interface WhatIf {
  readonly block: string;
  readonly time: string;
  readonly overrides: readonly OverrideDraft[];
}

export const NOW: WhatIf = { block: '', time: '', overrides: [] };

/** Whether nothing differs from the chain as it is: what is sent meets that one. */
export const isPresent = ({ block, time, overrides }: WhatIf): boolean =>
  block.trim() === '' && time.trim() === '' && overrides.length === 0;

type Hex = `0x${string}`;

/** The block of a simulation, and what is other than there. */
export interface SimulationStart {
  readonly block_id: 'pre_confirmed' | { readonly block_number: number };
  readonly overrides?: {
    readonly time?: string;
    readonly block_number?: number;
    readonly storage: readonly { readonly contract_address: Hex; readonly key: Hex; readonly value: unknown }[];
    readonly balances: readonly { readonly address: Hex; readonly amount: string; readonly token?: Hex }[];
    readonly nonces?: readonly { readonly contract_address: Hex; readonly nonce: Hex }[];
    readonly classes: readonly { readonly contract_address: Hex; readonly class_hash: Hex }[];
  };
}

/** Reads what was typed. Throws an error that names the field. */
export function readWhatIf(whatIf: WhatIf): SimulationStart {
  const { block, time, overrides } = whatIf;
  const of = (kind: OverrideDraft['kind']) =>
    overrides
      .filter((each) => each.kind === kind)
      .map((each) => ({ ...each, address: address(each.address, KINDS[kind].address) }));
  const block_id = readBlock(block);
  const given = {
    // What runs after a block runs in the next one, also where others have followed since.
    ...(block_id !== 'pre_confirmed' && { block_number: block_id.block_number + 1 }),
    ...(time.trim() !== '' && { time: readTime(time) }),
    storage: of('storage').map(({ address: contract_address, name, value }) => ({
      contract_address,
      key: needed(name, 'Variable') as Hex,
      value: storedValue(needed(value, 'Value')),
    })),
    balances: of('balance').map(({ address: holder, name, value }) => ({
      address: holder,
      amount: number(value, 'Amount').toString(),
      ...(name.trim() !== '' && { token: token(name) }),
    })),
    classes: of('code').map(({ address: contract_address, value }) => ({
      contract_address,
      class_hash: address(value, 'Class hash'),
    })),
  };
  return { block_id, ...(!isPresent(whatIf) && { overrides: given }) };
}

/** The same with addresses in place of names. What means nothing stays as it is. */
export async function withoutNames(node: NodeClient, whatIf: WhatIf): Promise<WhatIf> {
  const addressIn = async (text: string) => (isNameText(text) ? contractOf(node, text).catch(() => text) : text);
  const overrides = whatIf.overrides.map(async (each) => ({
    ...each,
    address: await addressIn(each.address),
    name:
      each.kind === 'storage'
        ? await plainPath(node, each.name)
        : isFeeToken(each.name)
          ? each.name
          : await addressIn(each.name),
  }));
  return { ...whatIf, overrides: await Promise.all(overrides) };
}

/** The names of the fields of each kind. */
export const KINDS = {
  storage: { title: 'Storage', address: 'Contract', name: 'Variable', value: 'Value' },
  balance: { title: 'Balance', address: 'Account', name: 'Token', value: 'Amount' },
  code: { title: 'Code', address: 'Contract', name: undefined, value: 'Class hash' },
} as const;

function readBlock(text: string): SimulationStart['block_id'] {
  if (text.trim() === '') return 'pre_confirmed';
  const block_number = number(text, 'Block');
  return { block_number: Number(block_number) };
}

/** Seconds since 1970, or a date that the browser can read. */
function readTime(text: string): string {
  const seconds = readWhole(text) ?? secondsOf(text);
  if (seconds === undefined || seconds < 0n)
    throw new Error('Time: write seconds since 1970, or a date such as 2026-11-18 10:00.');
  return seconds.toString();
}

function secondsOf(text: string): bigint | undefined {
  const date = new Date(text).getTime();
  return Number.isNaN(date) ? undefined : BigInt(Math.floor(date / 1000));
}

/** A typed time as a date in words, in the reader's time zone; undefined if it is none, or no calendar goes that far. */
export function dateWords(text: string): string | undefined {
  const seconds = text.trim() === '' ? undefined : (readWhole(text) ?? secondsOf(text));
  const date = new Date(Number(seconds) * 1000);
  if (seconds === undefined || seconds < 0n || Number.isNaN(date.getTime())) return undefined;
  return `${date.toDateString()}, ${date.toTimeString().slice(0, 8)}`;
}

/** JSON for lists and structs, otherwise the text. */
function storedValue(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return text;
  }
}

function needed(text: string, field: string): string {
  if (text.trim() === '') throw new Error(`${field}: a value is needed.`);
  return text.trim();
}

function number(text: string, field: string): bigint {
  const value = readWhole(needed(text, field));
  if (value === undefined || value < 0n) throw new Error(`${field}: ${text} is not a whole number.`);
  return value;
}

const feeToken = (text: string): Hex | undefined =>
  Object.entries(feeTokens).find(([symbol]) => symbol === text.trim().toUpperCase())?.[1] as Hex | undefined;

/** Whether a text is the symbol of a token that pays fees, which a simulation takes for its address. */
export const isFeeToken = (text: string): boolean => feeToken(text) !== undefined;

/** A token by its address; those of fees also by their symbols. */
const token = (text: string): Hex => feeToken(text) ?? address(text, 'Token');

function address(text: string, field: string): Hex {
  const trimmed = needed(text, field).toLowerCase();
  if (!isHex(trimmed))
    throw new Error(
      `${field}: nothing is called ${trimmed}. Give an address that begins with 0x, account 1, a label or a whole name.`,
    );
  return trimmed as Hex;
}
