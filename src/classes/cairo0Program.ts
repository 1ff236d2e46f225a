import { BUILTIN_NAMES, type BuiltinName } from '../cairo/builtinNames.ts';
import type { ApTracking, Cairo0Hint, Reference } from '../cairo/cairo0/cairo0Data.ts';
import type { LoadedProgram } from '../cairo/program.ts';
import { type Felt, parseFelt, reduce } from '../felt/felt.ts';
import { ClassError } from './classError.ts';

type Json = Readonly<Record<string, unknown>>;

/** The program of a Cairo 0 class as the machines take it: words, hints with what they name, error messages. */
export function cairo0Program(program: Json): LoadedProgram {
  const bytecode = list(program['data'], 'data').map((word, i) => {
    const felt = parseFelt(word);
    if (felt === undefined) throw new ClassError(`program.data[${i}] is not a felt.`);
    return felt;
  });
  const builtins = list(program['builtins'], 'builtins').map((name) => {
    if (!BUILTIN_NAMES.includes(name as BuiltinName))
      throw new ClassError(`program.builtins has an unknown one: ${name}.`);
    return name as BuiltinName;
  });
  const hints = new Map<number, readonly Cairo0Hint[]>();
  for (const [offset, at] of Object.entries(object(program['hints'], 'hints')))
    hints.set(
      Number(offset),
      list(at, `hints.${offset}`).map((hint) => readHint(object(hint, `hints.${offset}`))),
    );
  const { references } = object(program['reference_manager'], 'reference_manager');
  return {
    kind: 'cairo0',
    bytecode,
    hints: new Map(),
    builtins,
    errorMessages: readErrorMessages(program['attributes']),
    cairo0: {
      hints,
      references: list(references, 'reference_manager.references').map(readReference),
      constants: readConstants(object(program['identifiers'], 'identifiers')),
    },
  };
}

function readHint(hint: Json): Cairo0Hint {
  const flow = object(hint['flow_tracking_data'], 'flow_tracking_data');
  const references = new Map<string, number>();
  for (const [name, id] of Object.entries(object(flow['reference_ids'], 'reference_ids')))
    references.set(name, Number(id));
  return {
    code: String(hint['code']),
    apTracking: readApTracking(flow['ap_tracking']),
    references,
    scopes: list(hint['accessible_scopes'], 'accessible_scopes').map(String),
  };
}

function readReference(value: unknown): Reference {
  const reference = object(value, 'reference');
  return { apTracking: readApTracking(reference['ap_tracking_data']), value: String(reference['value']) };
}

function readApTracking(value: unknown): ApTracking {
  const { group, offset } = object(value, 'ap_tracking');
  return { group: Number(group), offset: Number(offset) };
}

function readErrorMessages(attributes: unknown): { start: number; end: number; text: string }[] {
  // Compilers before 0.10 wrote no attributes.
  if (attributes === undefined || attributes === null) return [];
  return list(attributes, 'attributes')
    .map((attribute) => object(attribute, 'attribute'))
    .filter(({ name }) => name === 'error_message')
    .map(({ start_pc, end_pc, value }) => ({ start: Number(start_pc), end: Number(end_pc), text: String(value) }));
}

function readConstants(identifiers: Json): Map<string, Felt> {
  const constants = new Map<string, Felt>();
  for (const [name, identifier] of Object.entries(identifiers)) {
    const { type, value } = object(identifier, name);
    if (type === 'const' && (typeof value === 'bigint' || Number.isSafeInteger(value)))
      constants.set(name, reduce(BigInt(value as bigint | number)));
  }
  return constants;
}

function object(value: unknown, what: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ClassError(`program: ${what} must be an object. Give the class file a Cairo 0 compiler wrote.`);
  return value as Json;
}

function list(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value))
    throw new ClassError(`program: ${what} must be a list. Give the class file a Cairo 0 compiler wrote.`);
  return value;
}
