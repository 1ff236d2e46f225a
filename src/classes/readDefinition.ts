import { type Felt, parseFelt } from '../felt/felt.ts';
import { writeJson } from '../json/writeJson.ts';
import { normaliseAbi } from './abi.ts';
import { ClassError } from './classError.ts';
import type { Cairo0Definition, ClassDefinition, SierraDefinition } from './declaredClass.ts';

const ENTRY_POINT_TYPES = ['CONSTRUCTOR', 'EXTERNAL', 'L1_HANDLER'] as const;
const MAX_INDEX = 2 ** 32 - 1;

/** Reads a class as compilers write it into files: Sierra, or Cairo 0 with its program unpacked. The file may come from anybody. */
export function readDefinition(json: unknown): ClassDefinition {
  const top = record(json, 'The class');
  if ('sierra_program' in top) return readSierra(top);
  if ('program' in top) return readCairo0(top);
  throw new ClassError(
    'The class has neither a sierra_program nor a program. Give the class file a Cairo compiler wrote (.contract_class.json).',
  );
}

function readSierra(top: Record<string, unknown>): SierraDefinition {
  const sierraProgram = list(top['sierra_program'], 'sierra_program').map((word, i) =>
    felt(word, `sierra_program[${i}]`),
  );
  const version = top['contract_class_version'];
  return {
    kind: 'sierra',
    sierraProgram,
    contractClassVersion: typeof version === 'string' ? version : '0.1.0',
    entryPointsByType: entryPoints(top, (entry, at) => ({
      selector: felt(entry['selector'], `${at}.selector`),
      functionIdx: position(entry['function_idx'], `${at}.function_idx`),
    })),
    abi: normaliseAbi(top['abi']),
    ...debugInfo(top['sierra_program_debug_info']),
  };
}

/** The compiler annotates its output when it is asked to; without annotations there is nothing worth keeping. */
function debugInfo(info: unknown): { debugInfo?: unknown } {
  const annotations = typeof info === 'object' && info !== null && 'annotations' in info ? info.annotations : undefined;
  const isEmpty = typeof annotations !== 'object' || annotations === null || Object.keys(annotations).length === 0;
  return isEmpty ? {} : { debugInfo: { annotations } };
}

function readCairo0(top: Record<string, unknown>): Cairo0Definition {
  return {
    kind: 'cairo0',
    program: record(top['program'], 'program'),
    entryPointsByType: entryPoints(top, (entry, at) => ({
      selector: felt(entry['selector'], `${at}.selector`),
      offset: position(entry['offset'], `${at}.offset`),
    })),
    abi: Array.isArray(top['abi']) ? top['abi'] : undefined,
  };
}

function entryPoints<T>(
  top: Record<string, unknown>,
  read: (entry: Record<string, unknown>, at: string) => T,
): Record<(typeof ENTRY_POINT_TYPES)[number], T[]> {
  const types = record(top['entry_points_by_type'], 'entry_points_by_type');
  const readType = (type: string) =>
    list(types[type], `entry_points_by_type.${type}`).map((entry, i) => {
      const at = `entry_points_by_type.${type}[${i}]`;
      return read(record(entry, at), at);
    });
  return { CONSTRUCTOR: readType('CONSTRUCTOR'), EXTERNAL: readType('EXTERNAL'), L1_HANDLER: readType('L1_HANDLER') };
}

function record(value: unknown, at: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ClassError(`${at} must be an object, not ${show(value)}.`);
  return value as Record<string, unknown>;
}

function list(value: unknown, at: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new ClassError(`${at} must be a list, not ${show(value)}.`);
  return value;
}

function felt(value: unknown, at: string): Felt {
  const read = parseFelt(value);
  if (read === undefined) throw new ClassError(`${at} must be a felt such as "0x1f", not ${show(value)}.`);
  return read;
}

/** An index or offset: a number, or (Cairo 0) a hexadecimal text. */
function position(value: unknown, at: string): number {
  const number = typeof value === 'string' && /^0x[0-9a-fA-F]{1,8}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 0 || number > MAX_INDEX)
    throw new ClassError(`${at} must be a position below 2^32, not ${show(value)}.`);
  return number;
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : writeJson(value).slice(0, 80);
}
