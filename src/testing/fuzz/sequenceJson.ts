// Sequences as JSON, for the files of a corpus.
import type { Action, Sequence, Step } from './action.ts';
import { isAccountOrContract } from './codeText.ts';
import { KnownAddress, nameOfObject, writtenValue } from './values/values.ts';

/** The text of a sequence. */
export const writeSequence = (steps: Sequence): string =>
  `${JSON.stringify(
    steps.map(({ action, actor, values }) => ({ action, actor, values: values.map(writtenValue) })),
    undefined,
    1,
  )}\n`;

/** What sequences can name. */
export interface Names {
  readonly actions: ReadonlyMap<string, Action>;
  readonly actors: readonly string[];
  readonly addresses: readonly KnownAddress[];
}

const MAX_STEPS = 10_000;

/** Reads a sequence; undefined if it is none, or names something that this test does not have. */
export function readSequence(text: string, names: Names): Sequence | undefined {
  try {
    return sequenceOf(JSON.parse(text), names);
  } catch {
    return undefined;
  }
}

/** A sequence from plain data; undefined if it is none. */
export function sequenceOf(data: unknown, names: Names): Sequence | undefined {
  if (!Array.isArray(data) || data.length > MAX_STEPS) return undefined;
  const steps = data.map((item: Partial<Step> | null): Step | undefined => {
    const { action, actor, values } = item ?? {};
    if (typeof action !== 'string' || !names.actions.has(action)) return undefined;
    if (typeof actor !== 'string' || !names.actors.includes(actor)) return undefined;
    if (!Array.isArray(values)) return undefined;
    return { action, actor, values: values.map((value) => read(value, names.addresses)) };
  });
  return steps.every((step) => step !== undefined) ? steps : undefined;
}

function read(value: unknown, addresses: readonly KnownAddress[]): unknown {
  if (Array.isArray(value)) return value.map((item) => read(item, addresses));
  if (typeof value !== 'object' || value === null || value instanceof KnownAddress) return value;
  // The sequence of a test has actors and contracts as they are.
  const isNamed = nameOfObject(value) !== undefined;
  if (isAccountOrContract(value) || isNamed) {
    const known = addresses.find(({ address }) => address === (value as { readonly address: unknown }).address);
    // A struct may have members with the same names.
    if (known || isNamed) return known ?? value;
  }
  if ('$address' in value) {
    const known = addresses.find(({ name }) => name === value.$address);
    if (!known) throw new TypeError(`There is no ${String(value.$address)}.`);
    return known;
  }
  if ('$integer' in value) return BigInt(value.$integer as string);
  if ('$bytes' in value) return Uint8Array.from(value.$bytes as number[]);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, read(member, addresses)]));
}
