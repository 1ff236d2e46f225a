import { type Felt, FeltError, feltOfAscii, parseFelt, toFelt } from '../../felt/felt.ts';
import { pedersenArray, starknetKeccak } from '../../felt/hash.ts';
import { type ExactJson, ExactNumber, type ExactObject, formatPythonJson } from './exactJson.ts';

/** A Cairo 0 class: its parts read with `parseExactJson`, since the hash covers the digits of their numbers. */
export interface Cairo0Class {
  readonly abi: ExactJson;
  readonly program: ExactObject;
  readonly entryPointsByType: ExactObject;
}

/** The parts of a Cairo 0 class from one JSON value that holds them. */
export function cairo0ClassOf(json: ExactJson): Cairo0Class {
  const top = object(json, 'The class');
  return {
    abi: top.get('abi') ?? [],
    program: object(top.get('program'), 'program'),
    entryPointsByType: object(top.get('entry_points_by_type'), 'entry_points_by_type'),
  };
}

/** The class hash of a Cairo 0 class. */
export function cairo0ClassHash(cairo0: Cairo0Class): Felt {
  const { program, entryPointsByType } = cairo0;
  const entryPoints = (type: string) =>
    pedersenArray(
      list(entryPointsByType.get(type) ?? [], type).flatMap((entry) => {
        const { selector, offset } = entryPoint(entry, type);
        return [selector, offset];
      }),
    );
  return pedersenArray([
    toFelt(0),
    entryPoints('EXTERNAL'),
    entryPoints('L1_HANDLER'),
    entryPoints('CONSTRUCTOR'),
    pedersenArray(list(program.get('builtins'), 'builtins').map((name) => feltOfAscii(text(name, 'A builtin')))),
    hintedClassHash(cairo0),
    pedersenArray(list(program.get('data'), 'data').map((word) => felt(word, 'A word of data'))),
  ]);
}

/** The Keccak of everything a Cairo 0 program holds beside its code: hints, identifiers, attributes, the ABI. */
export function hintedClassHash({ abi, program }: Cairo0Class): Felt {
  const hashed = new Map<string, ExactJson>();
  const old = !program.has('compiler_version');
  for (const [key, value] of program) {
    if (key === 'attributes') {
      const attributes = list(value, key);
      if (attributes.length) hashed.set(key, attributes.map(withoutEmptyParts));
    } else if (key === 'identifiers' && old) hashed.set(key, mapValues(object(value, key), withOldSpelling));
    else hashed.set(key, value);
  }
  // Null whether or not the file has it, so that debug information never changes the hash.
  hashed.set('debug_info', null);
  const whole = sortKeys(
    new Map<string, ExactJson>([
      ['abi', abi],
      ['program', hashed],
    ]),
  );
  return starknetKeccak(new TextEncoder().encode(formatPythonJson(whole)));
}

/** Attributes written before these fields existed must hash as they did. */
function withoutEmptyParts(attribute: ExactJson): ExactJson {
  const kept = new Map(object(attribute, 'An attribute'));
  const scopes = kept.get('accessible_scopes');
  if (Array.isArray(scopes) && scopes.length === 0) kept.delete('accessible_scopes');
  if (kept.get('flow_tracking_data') === null) kept.delete('flow_tracking_data');
  return kept;
}

/** Compilers before 0.10 wrote `name : type` and that is what was hashed; newer files of them have lost the space. */
function withOldSpelling(identifier: ExactJson): ExactJson {
  if (!(identifier instanceof Map)) return identifier;
  const respelled = new Map<string, ExactJson>(identifier);
  const type = respelled.get('cairo_type');
  if (typeof type === 'string') respelled.set('cairo_type', type.replaceAll(': ', ' : '));
  const members = respelled.get('members');
  if (members instanceof Map) respelled.set('members', mapValues(members, withOldSpelling));
  return respelled;
}

function mapValues(map: ExactObject, change: (value: ExactJson) => ExactJson): ExactObject {
  return new Map([...map].map(([key, value]) => [key, change(value)]));
}

/** Hints are keyed by program counter and sorted as numbers; all else by name. */
function sortKeys(value: ExactJson): ExactJson {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!(value instanceof Map)) return value;
  const keys = [...(value as ExactObject).keys()];
  const numeric = keys.every((key) => /^\d{1,15}$/.test(key));
  keys.sort(numeric ? (a, b) => Number(a) - Number(b) : (a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return new Map(keys.map((key) => [key, sortKeys((value as ExactObject).get(key)!)]));
}

function entryPoint(value: ExactJson, where: string): { readonly selector: Felt; readonly offset: Felt } {
  const entry = object(value, `An entry point of ${where}`);
  return {
    selector: felt(entry.get('selector'), `A selector of ${where}`),
    offset: felt(entry.get('offset'), `An offset of ${where}`),
  };
}

function felt(value: ExactJson | undefined, what: string): Felt {
  const written = value instanceof ExactNumber ? value.text : value;
  const parsed =
    typeof written === 'string' && /^\d{1,77}$/.test(written)
      ? parseFelt(`0x${BigInt(written).toString(16)}`)
      : parseFelt(written);
  if (parsed === undefined) throw new FeltError(`${what} of the Cairo 0 class is not a field element.`);
  return parsed;
}

function text(value: ExactJson, what: string): string {
  if (typeof value !== 'string') throw new FeltError(`${what} of the Cairo 0 class is not a text.`);
  return value;
}

function list(value: ExactJson | undefined, what: string): readonly ExactJson[] {
  if (!Array.isArray(value)) throw new FeltError(`${what} of the Cairo 0 class is not a list.`);
  return value;
}

function object(value: ExactJson | undefined, what: string): ExactObject {
  if (!(value instanceof Map)) throw new FeltError(`${what} is not an object, as a Cairo 0 class has it.`);
  return value;
}
