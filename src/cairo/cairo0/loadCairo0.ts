import { type Felt, P, parseFelt, reduce } from '../../felt/felt.ts';
import { BUILTIN_NAMES, type BuiltinName } from '../builtinNames.ts';
import type { LoadedProgram } from '../program.ts';
import { VmError } from '../vmError.ts';
import type { ApTracking, Cairo0Hint, Reference } from './cairo0Data.ts';

type Json = Readonly<Record<string, unknown>>;

const refuse = (what: string): never => {
  throw new VmError(`The Cairo 0 program cannot be read: ${what}.`);
};
const objectOf = (value: unknown, what: string): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Json)
    : refuse(`${what} is not an object`);
const listOf = (value: unknown, what: string): readonly unknown[] =>
  Array.isArray(value) ? value : refuse(`${what} is not a list`);
const textOf = (value: unknown, what: string): string =>
  typeof value === 'string' ? value : refuse(`${what} is not a text`);
const countOf = (value: unknown, what: string): number =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : refuse(`${what} is not a count`);

const apTrackingOf = (value: unknown): ApTracking => {
  const { group, offset } = objectOf(value, 'ap_tracking_data');
  return { group: countOf(group, 'ap_tracking_data.group'), offset: countOf(offset, 'ap_tracking_data.offset') };
};

const referencesOf = (manager: unknown): Reference[] =>
  listOf(objectOf(manager ?? { references: [] }, 'reference_manager')['references'], 'references').map((value) => {
    const { ap_tracking_data, value: text } = objectOf(value, 'a reference');
    return { apTracking: apTrackingOf(ap_tracking_data), value: textOf(text, 'a reference') };
  });

function hintOf(value: unknown): Cairo0Hint {
  const { code, accessible_scopes, flow_tracking_data } = objectOf(value, 'a hint');
  const flow = objectOf(flow_tracking_data, 'flow_tracking_data');
  const ids = objectOf(flow['reference_ids'], 'reference_ids');
  const lines = Array.isArray(code) ? code.map((line) => textOf(line, 'a hint')).join('\n') : textOf(code, 'a hint');
  return {
    code: lines,
    apTracking: apTrackingOf(flow['ap_tracking']),
    // Hints use the last part of a path: `ids.value` for `….assert_nn.value`.
    references: new Map(
      Object.entries(ids).map(([path, index]) => [path.slice(path.lastIndexOf('.') + 1), countOf(index, path)]),
    ),
    scopes: listOf(accessible_scopes ?? [], 'accessible_scopes').map((scope) => textOf(scope, 'a scope')),
  };
}

/**
 * The large constants that hints use. `JSON.parse` rounds integers above 2^53, so a class that went through it has rounded
 * constants. Powers of two are not changed by rounding.
 */
const LARGE_CONSTANTS: Readonly<Record<string, bigint>> = {
  PRIME_OVER_3_HIGH: 0x2aaaaaaaaaaaab05555555555555556n,
  PRIME_OVER_2_HIGH: 0x4000000000000088000000000000001n,
  MAX_HIGH: 0x8000000000000110000000000000000n,
  ADDR_BOUND: 2n ** 251n - 256n - P,
};
const restoreRounded = (path: string, rounded: number): bigint => {
  const name = path.slice(path.lastIndexOf('.') + 1);
  const known = Object.hasOwn(LARGE_CONSTANTS, name) ? LARGE_CONSTANTS[name] : undefined;
  return known !== undefined && Number(known) === rounded ? known : BigInt(Math.trunc(rounded));
};

/** The constants of the program, including aliases. */
function constantsOf(identifiers: Json): Map<string, Felt> {
  const constants = new Map<string, Felt>();
  const constantAt = (path: string, depth: number): Felt | undefined => {
    const identifier = identifiers[path] as Json | undefined;
    if (identifier === undefined || depth > 32) return undefined;
    const { type, value, destination } = identifier;
    if (type === 'alias') return typeof destination === 'string' ? constantAt(destination, depth + 1) : undefined;
    if (type !== 'const') return undefined;
    if (typeof value === 'number' && Number.isFinite(value)) return reduce(restoreRounded(path, value));
    if (typeof value === 'bigint') return reduce(value);
    if (typeof value === 'string' && /^-?(0x[0-9a-fA-F]+|\d+)$/.test(value))
      return reduce(value.startsWith('-') ? -BigInt(value.slice(1)) : BigInt(value));
    return undefined;
  };
  for (const path of Object.keys(identifiers)) {
    const value = constantAt(path, 0);
    if (value !== undefined) constants.set(path, value);
  }
  return constants;
}

function errorMessageOf({ start_pc, end_pc, value, flow_tracking_data }: Json, references: readonly Reference[]) {
  const variables = new Map<string, string>();
  const flow = objectOf(flow_tracking_data ?? {}, 'flow_tracking_data');
  for (const [path, index] of Object.entries(objectOf(flow['reference_ids'] ?? {}, 'reference_ids'))) {
    const reference = references[countOf(index, path)];
    if (reference !== undefined) variables.set(path.slice(path.lastIndexOf('.') + 1), reference.value);
  }
  return {
    start: countOf(start_pc, 'start_pc'),
    end: countOf(end_pc, 'end_pc'),
    text: textOf(value, 'an attribute'),
    variables,
  };
}

const builtinOf = (value: unknown): BuiltinName => {
  const name = textOf(value, 'a builtin').replace(/_builtin$/, '');
  return (BUILTIN_NAMES as readonly string[]).includes(name)
    ? (name as BuiltinName)
    : refuse(`the builtin ${name} is not known`);
};

/** Reads the `program` of a deprecated class. */
export function loadCairo0(program: unknown): LoadedProgram {
  const { data, builtins, hints, identifiers, reference_manager, attributes } = objectOf(program, 'program');
  const bytecode = listOf(data, 'data').map(
    (word) => parseFelt(word) ?? refuse(`${String(word)} in data is not a felt`),
  );
  const references = referencesOf(reference_manager);
  const errorMessages = listOf(attributes ?? [], 'attributes')
    .map((attribute) => objectOf(attribute, 'an attribute'))
    .filter(({ name }) => name === 'error_message')
    .map((attribute) => errorMessageOf(attribute, references));
  return {
    kind: 'cairo0',
    bytecode,
    hints: new Map(),
    builtins: listOf(builtins, 'builtins').map(builtinOf),
    errorMessages,
    cairo0: {
      hints: new Map(
        Object.entries(objectOf(hints, 'hints')).map(([offset, list]) => [
          countOf(Number(offset), 'the offset of a hint'),
          listOf(list, 'hints').map(hintOf),
        ]),
      ),
      references,
      constants: constantsOf(objectOf(identifiers ?? {}, 'identifiers')),
    },
  };
}
