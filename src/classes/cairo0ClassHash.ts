import type { EntryPointType } from '../cairo/casm.ts';
import { type Felt, FeltError, feltOfAscii, parseFelt, toFelt } from '../felt/felt.ts';
import { pedersenArray, starknetKeccak } from '../felt/hash.ts';
import { isObject, type Json, type JsonObject } from '../json/json.ts';
import { writePythonJson } from '../json/pythonJson.ts';
import type { Cairo0Class } from './declaredClass.ts';

/** The class hash of a Cairo 0 class. */
export function cairo0ClassHash(cairo0: Cairo0Class): Felt {
  const { entryPointsByType } = cairo0;
  const program = cairo0.program as JsonObject;
  const entryPoints = (type: EntryPointType) =>
    pedersenArray(entryPointsByType[type].flatMap(({ selector, offset }) => [selector, toFelt(offset)]));
  return pedersenArray([
    toFelt(0),
    entryPoints('EXTERNAL'),
    entryPoints('L1_HANDLER'),
    entryPoints('CONSTRUCTOR'),
    pedersenArray(list(program['builtins'], 'builtins').map((name) => feltOfAscii(text(name, 'A builtin')))),
    hintedClassHash(cairo0),
    pedersenArray(list(program['data'], 'data').map((word) => felt(word, 'A word of data'))),
  ]);
}

/** The Keccak hash of everything in a Cairo 0 class besides its code: hints, identifiers, attributes, the ABI. */
export function hintedClassHash(cairo0: Cairo0Class): Felt {
  // A class without an ABI is hashed with an empty one; null is a value of its own.
  const abi = (cairo0.abi === undefined ? [] : cairo0.abi) as Json;
  const program = cairo0.program as JsonObject;
  const isOld = !Object.hasOwn(program, 'compiler_version');
  const hashed = Object.entries(program).flatMap(([name, value]): [string, Json][] => {
    if (name === 'debug_info') return [];
    if (name === 'attributes') {
      const attributes = list(value, name);
      return attributes.length > 0 ? [[name, attributes.map(withoutEmptyParts)]] : [];
    }
    return [[name, isOld && RESPELLED.has(name) ? withOldSpelling(value) : value]];
  });
  // Always null, so that debug information does not change the hash.
  const whole = { abi, program: Object.fromEntries([...hashed, ['debug_info', null]]) };
  return starknetKeccak(new TextEncoder().encode(writePythonJson(whole, { order: sortedNames })));
}

/** Attributes that were written before these fields existed must keep their hash. */
function withoutEmptyParts(attribute: Json): Json {
  const { accessible_scopes, flow_tracking_data, ...rest } = object(attribute, 'An attribute');
  const hasScopes = accessible_scopes !== undefined && !(Array.isArray(accessible_scopes) && !accessible_scopes.length);
  return {
    ...rest,
    ...(hasScopes ? { accessible_scopes } : {}),
    ...(flow_tracking_data === undefined || flow_tracking_data === null ? {} : { flow_tracking_data }),
  };
}

/** The parts of a program that name types. */
const RESPELLED: ReadonlySet<string> = new Set(['identifiers', 'reference_manager']);

/**
 * Compilers before 0.10 wrote and hashed `name : type`, in types and in the values of references. Newer files of such classes have lost the
 * space, so it is restored where it is missing.
 */
function withOldSpelling(value: Json, name = ''): Json {
  if (typeof value === 'string')
    return name === 'cairo_type' || name === 'value' ? value.replaceAll(/ ?: /g, ' : ') : value;
  if (Array.isArray(value)) return value.map((element) => withOldSpelling(element));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([member, its]) => [member, withOldSpelling(its, member)]));
}

/** Hints are named by program counter and sorted as numbers; everything else is sorted by name. */
function sortedNames(names: readonly string[]): readonly string[] {
  const isNumeric = names.every((name) => /^\d{1,15}$/.test(name));
  return names.toSorted(isNumeric ? (a, b) => Number(a) - Number(b) : (a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

function felt(value: Json | undefined, what: string): Felt {
  const written = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
  const parsed =
    typeof written === 'string' && /^\d{1,77}$/.test(written)
      ? parseFelt(`0x${BigInt(written).toString(16)}`)
      : parseFelt(written);
  if (parsed === undefined) throw new FeltError(`${what} of the Cairo 0 class is not a field element.`);
  return parsed;
}

function text(value: Json, what: string): string {
  if (typeof value !== 'string') throw new FeltError(`${what} of the Cairo 0 class is not a text.`);
  return value;
}

function list(value: Json | undefined, what: string): readonly Json[] {
  if (!Array.isArray(value)) throw new FeltError(`${what} of the Cairo 0 class is not a list.`);
  return value;
}

function object(value: Json | undefined, what: string): JsonObject {
  if (!isObject(value)) throw new FeltError(`${what} is not an object, as a Cairo 0 class has it.`);
  return value;
}
