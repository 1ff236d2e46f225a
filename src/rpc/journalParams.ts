import type { Json, JsonObject } from '../json/json.ts';
import { jsonInteger } from '../json/writeJson.ts';
import { readNumber } from './decode/wholeNumber.ts';
import type { Params } from './envelope.ts';

/** The form that a value gets; undefined when it has it. */
type Form = (value: Json) => Json | undefined;
const integer: Form = (value) => {
  const number = typeof value === 'string' ? readNumber(value) : undefined;
  return typeof number === 'bigint' ? jsonInteger(number) : undefined;
};
const hexText: Form = (value) => {
  const number = typeof value === 'string' && value.startsWith('0x') ? undefined : readNumber(value);
  return typeof number === 'bigint' ? `0x${number.toString(16)}` : undefined;
};

interface NumberFields {
  /** In the order of positional parameters; those that are no numbers have no name here. */
  readonly fields: readonly string[];
  readonly form: Form;
}

const PRICES = [
  'gas_price_wei',
  'data_gas_price_wei',
  'gas_price_fri',
  'data_gas_price_fri',
  'l2_gas_price_wei',
  'l2_gas_price_fri',
];

/** Numbers that we take in more forms than other sandboxes do, by method, and the form that all of them take. */
const NUMBERS: Readonly<Record<string, NumberFields>> = {
  mint: { fields: ['', 'amount'], form: integer },
  setTime: { fields: ['time'], form: integer },
  increaseTime: { fields: ['time'], form: integer },
  setGasPrice: { fields: PRICES, form: integer },
  postmanSendMessageToL2: { fields: ['', '', '', '', '', 'paid_fee_on_l1', 'nonce'], form: hexText },
};

/** The parameters of a journaled request, its numbers in the form that every sandbox reads: a dump may be loaded elsewhere. */
export function journalParams(method: string, params: Params): Params {
  const numbers = NUMBERS[method];
  if (!numbers || params === undefined) return params;
  const { fields, form } = numbers;
  const known = (value: Json, isNumber: boolean) => (isNumber ? form(value) : undefined) ?? value;
  if (Array.isArray(params)) return params.map((value, i) => known(value, !!fields[i]));
  const entries = Object.entries(params as JsonObject);
  return Object.fromEntries(entries.map(([name, value]) => [name, known(value, fields.includes(name))]));
}
