import { finish, type Steps } from '../../async/steps.ts';
import type { EntryPointType } from '../../cairo/casm.ts';
import type { Felt } from '../../felt/felt.ts';
import { SierraError } from '../sierraError.ts';
import { abiText } from './abiText.ts';
import { AT_ONCE, type ClassValues, classValues } from './classValues.ts';
import type { SierraClass } from './sierraClass.ts';

const MEMBERS = ['sierra_program', 'contract_class_version', 'entry_points_by_type', 'abi'];

/** Reads the JSON of a Sierra class, which may come from anybody. */
export const readSierraClass = (json: unknown, values: ClassValues): SierraClass =>
  finish(readSierraClassSteps(json, values));

/** Does the same with pauses. */
export function* readSierraClassSteps(json: unknown, values: ClassValues): Steps<SierraClass> {
  const top = values.object(json, 'The class', MEMBERS);
  return {
    kind: 'sierra',
    sierraProgram: yield* values.felts(top['sierra_program'], 'sierra_program'),
    contractClassVersion: values.version(top['contract_class_version']),
    entryPointsByType: yield* readEntryPoints(top, values, 'function_idx', (selector, position, at) => ({
      selector,
      functionIdx: values.index(position, at),
    })),
    abi: yield* values.abi(top['abi']),
  };
}

const TYPES = ['CONSTRUCTOR', 'EXTERNAL', 'L1_HANDLER'] as const satisfies readonly EntryPointType[];

/** Reads the three lists of entry points, which classes of both kinds have. `position` is the member that says where an entry point is. */
export function* readEntryPoints<T>(
  top: Readonly<Record<string, unknown>>,
  values: ClassValues,
  position: string,
  read: (selector: Felt, position: unknown, at: string) => T,
): Steps<Record<EntryPointType, readonly T[]>> {
  const lists = values.object(top['entry_points_by_type'], 'entry_points_by_type', TYPES);
  const members = ['selector', position];
  function* readType(type: EntryPointType): Steps<readonly T[]> {
    const entryPoints: T[] = [];
    for (const item of values.list(lists[type], `entry_points_by_type.${type}`)) {
      const at = `entry_points_by_type.${type}[${entryPoints.length}]`;
      const entry = values.object(item, at, members);
      entryPoints.push(read(values.felt(entry['selector'], `${at}.selector`), entry[position], `${at}.${position}`));
      if (entryPoints.length % AT_ONCE === 0) yield;
    }
    return entryPoints;
  }
  return {
    CONSTRUCTOR: yield* readType('CONSTRUCTOR'),
    EXTERNAL: yield* readType('EXTERNAL'),
    L1_HANDLER: yield* readType('L1_HANDLER'),
  };
}

const malformed = (problem: string) =>
  new SierraError(
    'decode',
    `deserialization Failed. ${problem} Give the class file a Cairo compiler wrote (.contract_class.json).`,
  );
// biome-ignore lint/correctness/useYield: it is short work
const compilerValues = classValues(malformed, function* (abi) {
  return abiText(abi);
});

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
