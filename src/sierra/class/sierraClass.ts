import type { EntryPointType } from '../../cairo/casm.ts';
import { type Felt, parseFelt } from '../../felt/felt.ts';
import type { UncheckedFelt } from '../decode/feltWords.ts';
import { SierraError } from '../sierraError.ts';

/** An entry point of a Sierra class: a selector, and the function of the program that it calls. */
export interface SierraEntryPoint {
  readonly selector: Felt;
  readonly functionIdx: number;
}

export type SierraEntryPoints = Readonly<Record<EntryPointType, readonly SierraEntryPoint[]>>;

/** The parts of a Sierra class file that the compiler needs. The felts of the program may still be texts. */
export interface SierraClass {
  readonly sierraProgram: readonly UncheckedFelt[];
  readonly entryPointsByType: SierraEntryPoints;
  /** Unchanged: a list in files, a text in transactions. */
  readonly abi: unknown;
}

/** Limits on the size of a class. The network's limits are the defaults of the sandbox, not of the compiler. */
export interface SierraLimits {
  readonly maxSierraFelts?: number;
  readonly maxCasmFelts?: number;
}

/** The default limit on the words of bytecode; the same as in the Cairo compiler. */
export const DEFAULT_MAX_CASM_FELTS = 180_000;

/** Limits of the network's gateway in 2026. */
export const NETWORK_LIMITS: SierraLimits = { maxSierraFelts: 81_920, maxCasmFelts: 81_920 };

const malformed = (what: string): SierraError =>
  new SierraError(
    'decode',
    `deserialization Failed. ${what} Give the class file a Cairo compiler wrote (.contract_class.json).`,
  );

/** Reads an untrusted class file. */
export function readSierraClass(json: unknown, limits: SierraLimits = {}): SierraClass {
  const top = record(json, 'The class');
  const program = top['sierra_program'];
  if (!Array.isArray(program)) throw malformed('The class has no list sierra_program.');
  const max = limits.maxSierraFelts ?? Number.POSITIVE_INFINITY;
  if (program.length > max)
    throw new SierraError(
      'limits',
      `Cannot declare contract class with bytecode size of ${program.length}; max allowed size: ${max}.`,
    );
  for (let i = 0; i < program.length; i++)
    if (typeof program[i] !== 'string') throw malformed(`sierra_program[${i}] is not a text.`);
  const lists = record(top['entry_points_by_type'], 'entry_points_by_type');
  return {
    sierraProgram: program as string[],
    entryPointsByType: {
      EXTERNAL: entryPoints(lists, 'EXTERNAL'),
      L1_HANDLER: entryPoints(lists, 'L1_HANDLER'),
      CONSTRUCTOR: entryPoints(lists, 'CONSTRUCTOR'),
    },
    abi: top['abi'],
  };
}

function entryPoints(lists: Record<string, unknown>, type: EntryPointType): readonly SierraEntryPoint[] {
  const list = lists[type];
  if (!Array.isArray(list)) throw malformed(`entry_points_by_type.${type} is not a list.`);
  return list.map((entry, i) => {
    const where = `entry_points_by_type.${type}[${i}]`;
    const { selector, function_idx } = record(entry, where);
    const felt = parseFelt(selector);
    if (felt === undefined) throw malformed(`${where}.selector is not a felt.`);
    if (typeof function_idx !== 'number' || !Number.isSafeInteger(function_idx) || function_idx < 0)
      throw malformed(`${where}.function_idx is not a position.`);
    return { selector: felt, functionIdx: function_idx };
  });
}

function record(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed(`${what} is not an object.`);
  return value as Record<string, unknown>;
}
