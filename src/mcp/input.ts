// The arguments of tools: each is declared once, and the JSON schema that clients see and the check are derived from it.
import { didYouMean } from '../text/didYouMean.ts';
import { safeWord } from '../text/safeText.ts';
import { ToolError } from './answer.ts';

/** An argument: its schema, and how it is read. */
export interface Field<T> {
  readonly schema: Readonly<Record<string, unknown>>;
  /** Throws a ToolError that names the argument. */
  read(value: unknown, name: string): T;
  readonly isOptional?: true;
}

export type Fields = Readonly<Record<string, Field<unknown>>>;
/** What the fields of an object are read as. */
export type ReadFields<F extends Fields> = { readonly [N in keyof F]: F[N] extends Field<infer T> ? T : never };

type JsonType = 'array' | 'object' | 'string' | 'number' | 'integer' | 'boolean';

const MAX_TEXT = 2000;
const MAX_ITEMS = 100;
const MAX_DEPTH = 12;

const wrong = (name: string, wanted: string, value: unknown): ToolError =>
  new ToolError(`${name} must be ${wanted}, and is ${shown(value)}.`);

/** A given value in an error. */
export const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value);
  return safeWord(text.length > 80 ? `${text.slice(0, 80)}…` : text);
};

/** A text. */
export const text = (description: string, most = MAX_TEXT): Field<string> => ({
  schema: { type: 'string', description, maxLength: most },
  read: (value, name) => {
    if (typeof value !== 'string' || value === '') throw wrong(name, 'a text', value);
    if (value.length > most)
      throw new ToolError(`${name} has ${value.length} characters, and at most ${most} are read.`);
    return value;
  },
});

/** One of a few words. */
export const word = <const W extends string>(description: string, ...words: readonly W[]): Field<W> => ({
  schema: { type: 'string', enum: words, description },
  read: (value, name) => {
    if (!words.includes(value as W)) throw wrong(name, `one of ${words.join(', ')}`, value);
    return value as W;
  },
});

/** A whole number. */
export const integer = (description: string, least: number, most: number): Field<number> => ({
  schema: { type: 'integer', description, minimum: least, maximum: most },
  read: (value, name) => {
    if (!Number.isInteger(value) || (value as number) < least || (value as number) > most)
      throw wrong(name, `a whole number from ${least} to ${most}`, value);
    return value as number;
  },
});

/** True or false. */
export const flag = (description: string): Field<boolean> => ({
  schema: { type: 'boolean', description },
  read: (value, name) => {
    if (typeof value !== 'boolean') throw wrong(name, 'true or false', value);
    return value;
  },
});

/** Any JSON value of these types: what it has to be, an ABI decides. Some clients write a value without a type as a text. */
export const value = (description: string, ...types: readonly JsonType[]): Field<unknown> => ({
  schema: { anyOf: types.map((type) => ({ type })), description },
  read: (given, name) => {
    if (depthOf(given) > MAX_DEPTH) throw new ToolError(`${name} is nested too deep.`);
    return given;
  },
});

/** A list. */
export const list = <T>(description: string, item: Field<T>, most = MAX_ITEMS): Field<readonly T[]> => ({
  schema: { type: 'array', description, items: item.schema, maxItems: most },
  read: (given, name) => {
    if (!Array.isArray(given)) throw wrong(name, 'a list', given);
    if (given.length > most) throw new ToolError(`${name} has ${given.length} items, and at most ${most} are read.`);
    return given.map((each, i) => item.read(each, `${name}[${i}]`));
  },
});

/** An object with these members and no others. */
export const object = <const F extends Fields>(description: string, fields: F): Field<ReadFields<F>> => ({
  schema: {
    type: 'object',
    ...(description !== '' && { description }),
    properties: Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
    required: Object.keys(fields).filter((name) => !fields[name]!.isOptional),
    additionalProperties: false,
  },
  read: (given, name) => {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) throw wrong(name, 'an object', given);
    const names = Object.keys(fields);
    for (const other of Object.keys(given))
      if (!Object.hasOwn(fields, other)) {
        const meant = didYouMean(other, names);
        throw new ToolError(`${name} has no ${shown(other)}.${meant && ` ${meant}`} It takes ${names.join(', ')}.`);
      }
    const members = given as Readonly<Record<string, unknown>>;
    const place = (member: string) => (name === 'arguments' ? member : `${name}.${member}`);
    return Object.fromEntries(
      names.map((member) => {
        const field = fields[member]!;
        const isMissing = !Object.hasOwn(members, member) || members[member] === null;
        if (isMissing && !field.isOptional) throw new ToolError(`${place(member)} is missing: ${aboutOf(field)}.`);
        return [member, isMissing ? undefined : field.read(members[member], place(member))];
      }),
    ) as ReadFields<F>;
  },
});

/** An argument that can be left out. */
export const optional = <T>(field: Field<T>): Field<T | undefined> => ({ ...field, isOptional: true });

const aboutOf = ({ schema }: Field<unknown>): string => String(schema['description'] ?? schema['type']);

function depthOf(given: unknown, level = 0): number {
  if (typeof given !== 'object' || given === null || level > MAX_DEPTH) return level;
  // Not by spreading: a list may have more items than a call takes arguments.
  return Object.values(given).reduce<number>((most, each) => Math.max(most, depthOf(each, level + 1)), level);
}
