import type { Json, JsonObject } from '../../json/json.ts';
import { jsonInteger } from '../../json/writeJson.ts';
import { readNumber } from '../decode/wholeNumber.ts';
import type { Params } from '../envelope.ts';

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

const forms = { integer, hex: hexText };

/** Parameters that we accept in more forms than other sandboxes, and the form that all sandboxes accept. */
export interface NumberFields {
  /** In the order of positional parameters; those that are no numbers have an empty name here. */
  readonly fields: readonly string[];
  readonly form: keyof typeof forms;
}

/** The parameters of a journaled request, its numbers in the form that every sandbox reads: a dump may be loaded elsewhere. */
export function journalParams(numbers: NumberFields | undefined, params: Params): Params {
  if (!numbers || params === undefined) return params;
  const { fields, form } = numbers;
  const known = (value: Json, isNumber: boolean) => (isNumber ? forms[form](value) : undefined) ?? value;
  if (Array.isArray(params)) return params.map((value, i) => known(value, !!fields[i]));
  const entries = Object.entries(params as JsonObject);
  return Object.fromEntries(entries.map(([name, value]) => [name, known(value, fields.includes(name))]));
}
