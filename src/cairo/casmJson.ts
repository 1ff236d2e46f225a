import { type Felt, formatFelt, P, parseFelt } from '../felt/felt.ts';
import { writeJson } from '../json/writeJson.ts';
import { BUILTIN_NAMES, type BuiltinName } from './builtinNames.ts';
import type { CasmClass, CasmEntryPoint, CasmHint, EntryPointType, SegmentLengths } from './casm.ts';
import { HINT_FIELDS, type HintFields, isHintName } from './hintFields.ts';

/** Thrown for JSON that is not a valid compiled class. */
export class CasmError extends Error {
  override readonly name = 'CasmError';
}

/** The published JSON format of a compiled class, with the keys in the compiler's order. */
export interface CasmClassJson {
  readonly prime: string;
  readonly compiler_version: string;
  readonly bytecode: readonly string[];
  readonly bytecode_segment_lengths?: SegmentLengths;
  readonly hints: CasmClass['hints'];
  readonly entry_points_by_type: Readonly<
    Record<EntryPointType, readonly { selector: string; offset: number; builtins: readonly string[] }[]>
  >;
}

const PRIME = formatFelt(P as Felt);
const ENTRY_POINT_TYPES: readonly EntryPointType[] = ['EXTERNAL', 'L1_HANDLER', 'CONSTRUCTOR'];
const MAX_SEGMENT_DEPTH = 32;

/** Converts a compiled class to its published JSON format. */
export function formatCasm(casm: CasmClass): CasmClassJson {
  return {
    prime: PRIME,
    compiler_version: casm.compilerVersion,
    bytecode: casm.bytecode.map(formatFelt),
    ...(casm.bytecodeSegmentLengths === undefined ? {} : { bytecode_segment_lengths: casm.bytecodeSegmentLengths }),
    hints: casm.hints,
    entry_points_by_type: {
      EXTERNAL: casm.entryPointsByType.EXTERNAL.map(formatEntryPoint),
      L1_HANDLER: casm.entryPointsByType.L1_HANDLER.map(formatEntryPoint),
      CONSTRUCTOR: casm.entryPointsByType.CONSTRUCTOR.map(formatEntryPoint),
    },
  };
}

function formatEntryPoint({ selector, offset, builtins }: CasmEntryPoint) {
  return { selector: formatFelt(selector), offset, builtins };
}

/** Reads JSON that `formatCasm` wrote. It checks nothing, and takes a fifth of the time of `parseCasm`. */
export function readTrustedCasm(json: CasmClassJson): CasmClass {
  const { compiler_version, bytecode, bytecode_segment_lengths, hints, entry_points_by_type } = json;
  const entryPoints = (type: EntryPointType) =>
    entry_points_by_type[type].map(({ selector, offset, builtins }) => ({
      selector: BigInt(selector) as Felt,
      offset,
      builtins: builtins as readonly BuiltinName[],
    }));
  return {
    compilerVersion: compiler_version,
    bytecode: bytecode.map((word) => BigInt(word) as Felt),
    ...(bytecode_segment_lengths === undefined ? {} : { bytecodeSegmentLengths: bytecode_segment_lengths }),
    hints,
    entryPointsByType: {
      EXTERNAL: entryPoints('EXTERNAL'),
      L1_HANDLER: entryPoints('L1_HANDLER'),
      CONSTRUCTOR: entryPoints('CONSTRUCTOR'),
    },
  };
}

/** Reads and checks the published JSON format from an untrusted source. */
export function parseCasm(json: unknown): CasmClass {
  const top = record(json, 'The class');
  // Some tools omit the prime. A class for another prime cannot be run.
  if (top['prime'] !== undefined && top['prime'] !== PRIME)
    throw new CasmError(`The class is compiled for the prime ${show(top['prime'])}; only ${PRIME} can be run.`);
  const compilerVersion = top['compiler_version'];
  if (typeof compilerVersion !== 'string' || compilerVersion.length > 100)
    throw new CasmError('compiler_version must be a short text such as "2.12.0".');
  const bytecode = list(top['bytecode'], 'bytecode').map((word, i) => felt(word, `bytecode[${i}]`));
  const lengths = top['bytecode_segment_lengths'];
  const hints = list(top['hints'], 'hints').map((entry, i) => hintsAt(entry, i, bytecode.length));
  for (let i = 1; i < hints.length; i++)
    if (hints[i]![0] <= hints[i - 1]![0])
      throw new CasmError(`hints[${i}] is out of order: offsets must ascend and each appears once.`);
  const entryPoints = record(top['entry_points_by_type'], 'entry_points_by_type');
  const entryPointsByType = {} as Record<EntryPointType, readonly CasmEntryPoint[]>;
  for (const type of ENTRY_POINT_TYPES)
    entryPointsByType[type] = list(entryPoints[type], `entry_points_by_type.${type}`).map((entry, i) =>
      entryPoint(entry, `entry_points_by_type.${type}[${i}]`, bytecode.length),
    );
  const casm = { compilerVersion, bytecode, hints, entryPointsByType };
  if (lengths === undefined || lengths === null) return casm;
  const bytecodeSegmentLengths = segmentLengths(lengths, 0);
  const total = sum(bytecodeSegmentLengths);
  if (total !== bytecode.length)
    throw new CasmError(`bytecode_segment_lengths add up to ${total}, but the bytecode has ${bytecode.length} words.`);
  return { ...casm, bytecodeSegmentLengths };
}

function segmentLengths(value: unknown, depth: number): SegmentLengths {
  if (isIndex(value)) return value;
  if (depth >= MAX_SEGMENT_DEPTH)
    throw new CasmError(`bytecode_segment_lengths nest deeper than ${MAX_SEGMENT_DEPTH}.`);
  return list(value, 'bytecode_segment_lengths').map((child) => segmentLengths(child, depth + 1));
}

function sum(lengths: SegmentLengths): number {
  return typeof lengths === 'number' ? lengths : lengths.reduce<number>((total, child) => total + sum(child), 0);
}

function hintsAt(entry: unknown, i: number, size: number): CasmClass['hints'][number] {
  const [offset, hints, ...rest] = list(entry, `hints[${i}]`);
  if (!isIndex(offset) || offset >= size || rest.length)
    throw new CasmError(`hints[${i}] must be [offset, hints] with an offset inside the bytecode (${size} words).`);
  return [offset, list(hints, `hints[${i}][1]`).map((hint, j) => checkHint(hint, `hints[${i}][1][${j}]`))];
}

function checkHint(hint: unknown, where: string): CasmHint {
  if (typeof hint === 'string') {
    if (!isHintName(hint) || namesOf(HINT_FIELDS[hint]).length > 0) throw unknownHint(hint, where);
    return hint;
  }
  const names = Object.keys(record(hint, where));
  const name = names[0] ?? '';
  if (names.length !== 1 || !isHintName(name)) throw unknownHint(names.join(', '), where);
  const fields = HINT_FIELDS[name];
  const given = record((hint as Record<string, unknown>)[name], `${where}.${name}`);
  const expected = namesOf(fields);
  if (Object.keys(given).length !== expected.length)
    throw new CasmError(`${where}.${name} must have exactly the fields ${expected.join(', ')}.`);
  const at = (field: string) => `${where}.${name}.${field}`;
  for (const field of fields.numbers ?? []) checkInteger(given[field], at(field));
  for (const field of fields.ins) checkOperand(given[field], at(field));
  for (const field of fields.outs) checkCell(given[field], at(field));
  return hint as CasmHint;
}

const namesOf = ({ numbers = [], ins, outs }: HintFields): readonly string[] => [...numbers, ...ins, ...outs];

function unknownHint(name: string, where: string): CasmError {
  return new CasmError(`${where} is not a hint that a class may contain: ${show(name)}.`);
}

function checkOperand(value: unknown, where: string): void {
  const operand = record(value, where);
  const kinds = Object.keys(operand);
  const kind = kinds.length === 1 ? kinds[0] : undefined;
  const inner = operand[kind ?? ''];
  if (kind === 'Deref') checkCell(inner, where);
  else if (kind === 'Immediate') checkInteger(inner, where);
  else if (kind === 'DoubleDeref') {
    const [cell, offset, ...rest] = list(inner, where);
    if (!isOffset(offset) || rest.length) throw new CasmError(`${where}.DoubleDeref must be [cell, offset].`);
    checkCell(cell, where);
  } else if (kind === 'BinOp') {
    const { op, a, b, ...rest } = record(inner, where);
    if ((op !== 'Add' && op !== 'Mul') || Object.keys(rest).length)
      throw new CasmError(`${where}.BinOp must be { op: "Add" or "Mul", a, b }.`);
    checkCell(a, `${where}.BinOp.a`);
    const right = record(b, `${where}.BinOp.b`);
    if ('Deref' in right) checkCell(right['Deref'], `${where}.BinOp.b`);
    else checkInteger(right['Immediate'], `${where}.BinOp.b`);
    if (Object.keys(right).length !== 1) throw new CasmError(`${where}.BinOp.b must be a Deref or an Immediate.`);
  } else throw new CasmError(`${where} must be an operand: Deref, DoubleDeref, Immediate or BinOp.`);
}

function checkCell(value: unknown, where: string): void {
  const { register, offset, ...rest } = record(value, where);
  if ((register !== 'AP' && register !== 'FP') || !isOffset(offset) || Object.keys(rest).length)
    throw new CasmError(`${where} must be a cell { register: "AP" or "FP", offset: a 16-bit number }.`);
}

function checkInteger(value: unknown, where: string): void {
  if (typeof value !== 'string' || !/^-?0x[0-9a-fA-F]{1,64}$/.test(value))
    throw new CasmError(`${where} must be a hexadecimal number such as "0x1f" or "-0x1", not ${show(value)}.`);
}

function entryPoint(value: unknown, where: string, size: number): CasmEntryPoint {
  const { selector, offset, builtins } = record(value, where);
  if (!isIndex(offset) || offset >= size)
    throw new CasmError(`${where}.offset must be inside the bytecode (${size} words), not ${show(offset)}.`);
  return {
    selector: felt(selector, `${where}.selector`),
    offset,
    builtins: list(builtins, `${where}.builtins`).map((name) => builtin(name, where)),
  };
}

function builtin(name: unknown, where: string): BuiltinName {
  if (!(BUILTIN_NAMES as readonly unknown[]).includes(name))
    throw new CasmError(`${where} asks for ${show(name)}, which is not a builtin (${BUILTIN_NAMES.join(', ')}).`);
  return name as BuiltinName;
}

function felt(value: unknown, where: string): Felt {
  const parsed = parseFelt(value);
  if (parsed === undefined)
    throw new CasmError(`${where} must be a field element such as "0x1f" below the prime, not ${show(value)}.`);
  return parsed;
}

function isIndex(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isOffset(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= -0x8000 && value <= 0x7fff;
}

function list(value: unknown, where: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new CasmError(`${where} must be a list, not ${show(value)}.`);
  return value;
}

function record(value: unknown, where: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CasmError(`${where} must be an object, not ${show(value)}.`);
  return value as Record<string, unknown>;
}

/** A short text for an untrusted value, for error messages. */
function show(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return value === undefined ? 'nothing' : writeJson(value).slice(0, 80);
}
