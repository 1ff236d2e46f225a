import type { EntryPointType } from '../../cairo/casm.ts';
import { SierraError } from '../sierraError.ts';
import { abiText } from './abiText.ts';
import { type ClassValues, classValues } from './classValues.ts';
import type { SierraClass } from './sierraClass.ts';

const DEFAULT_VERSION = '0.1.0';

/** Reads the JSON of a Sierra class, which may come from anybody. */
export function readSierraClass(json: unknown, values: ClassValues): SierraClass {
  const top = values.object(json, 'The class');
  const version = top['contract_class_version'];
  return {
    kind: 'sierra',
    sierraProgram: values.felts(top['sierra_program'], 'sierra_program'),
    contractClassVersion: typeof version === 'string' ? version : DEFAULT_VERSION,
    entryPointsByType: readEntryPoints(top, values, (entry, at) => ({
      selector: values.felt(entry['selector'], `${at}.selector`),
      functionIdx: values.position(entry['function_idx'], `${at}.function_idx`),
    })),
    abi: values.abi(top['abi']),
  };
}

/** Reads the three lists of entry points, which classes of both kinds have. */
export function readEntryPoints<T>(
  top: Readonly<Record<string, unknown>>,
  values: ClassValues,
  read: (entry: Readonly<Record<string, unknown>>, at: string) => T,
): Record<EntryPointType, readonly T[]> {
  const lists = values.object(top['entry_points_by_type'], 'entry_points_by_type');
  const readType = (type: EntryPointType) =>
    values.list(lists[type], `entry_points_by_type.${type}`).map((entry, i) => {
      const at = `entry_points_by_type.${type}[${i}]`;
      return read(values.object(entry, at), at);
    });
  return { CONSTRUCTOR: readType('CONSTRUCTOR'), EXTERNAL: readType('EXTERNAL'), L1_HANDLER: readType('L1_HANDLER') };
}

const malformed = (problem: string) =>
  new SierraError(
    'decode',
    `deserialization Failed. ${problem} Give the class file a Cairo compiler wrote (.contract_class.json).`,
  );
const compilerValues = classValues(malformed, abiText);

/** Reads a class file for the compiler: what is wrong with it is a SierraError, and its ABI is not checked. */
export function readSierraFile(json: unknown, maxSierraFelts = Number.POSITIVE_INFINITY): SierraClass {
  return readSierraClass(json, {
    ...compilerValues,
    felts: (value, at) => {
      // A program that is too large is refused before it is read.
      if (Array.isArray(value) && value.length > maxSierraFelts)
        throw new SierraError(
          'limits',
          `Cannot declare contract class with bytecode size of ${value.length}; max allowed size: ${maxSierraFelts}.`,
        );
      return compilerValues.felts(value, at);
    },
  });
}
