import { finish, type Steps } from '../../async/steps.ts';
import type {
  Branch,
  GenericArg,
  LibfuncDeclaration,
  Program,
  SierraFunction,
  Statement,
  TypeDeclaration,
  TypeInfo,
  Version,
} from '../program.ts';
import { VERSION_FELTS } from '../programDictionary.ts';
import { invalidInput, type PackedWords, smallFelt, U64, type UncheckedFelt, unpackWords } from './feltWords.ts';
import { LONG_IDS } from './longIds.ts';
import { readStatement, readVariable, type StatementReader } from './readStatement.ts';
import { readBig, readLength, readList, readNumber, readWord, type WordReader, wordReader } from './wordReader.ts';

/** The content of a class file's `sierra_program`. */
export interface DecodedProgram {
  readonly sierraVersion: Version;
  readonly compilerVersion: Version;
  readonly program: Program;
}

const STATEMENTS_PER_STEP = 4096;

/** Reads the versions at the start of a `sierra_program`; works for programs that are too new to decode. */
export function decodeVersions(
  felts: readonly UncheckedFelt[],
): Pick<DecodedProgram, 'sierraVersion' | 'compilerVersion'> {
  if (felts.length < VERSION_FELTS) throw invalidInput();
  const numbers = felts.slice(0, VERSION_FELTS).map(smallFelt);
  const version = (at: number): Version => ({ major: numbers[at]!, minor: numbers[at + 1]!, patch: numbers[at + 2]! });
  return { sierraVersion: version(0), compilerVersion: version(3) };
}

/** Decodes a class file's `sierra_program`. Like the network, it ignores felts after the program. */
export function decodeProgram(felts: readonly UncheckedFelt[]): DecodedProgram {
  return finish(decodeSteps(felts));
}

/** Decodes a class file's `sierra_program` with pauses. Felts after the program are ignored. */
export function* decodeSteps(felts: readonly UncheckedFelt[]): Steps<DecodedProgram> {
  const versions = decodeVersions(felts);
  const packed = unpackWords(felts, VERSION_FELTS);
  yield;
  return { ...versions, program: yield* readProgram(packed) };
}

const LOW_128 = 2n ** 128n - 1n;

/** Reads the declarations of types and libfuncs. */
interface DeclarationReader extends WordReader {
  /** The decoded generic ids, by word. */
  readonly genericIds: (string | undefined)[];
}

/** Reads the unpacked stream. Each word of the dictionary is decoded once, however often it occurs. */
function* readProgram(packed: PackedWords): Steps<Program> {
  const reader = programReader(packed);
  const types = readList(reader, readType);
  const libfuncs = readList(reader, readLibfunc);
  yield;
  const statements: Statement[] = [];
  for (let left = readLength(reader); left > 0; left--) {
    statements.push(readStatement(reader));
    if (left % STATEMENTS_PER_STEP === 0) yield;
  }
  const functions = readList(reader, readFunction);
  return {
    types,
    libfuncs,
    statements,
    functions,
    names: { types: [], libfuncs: [], functions: [], variables: reader.variableNames },
  };
}

function programReader(packed: PackedWords): DeclarationReader & StatementReader {
  const { dictionary, words, small, end, at } = wordReader(packed);
  const { length } = dictionary;
  return {
    dictionary,
    words,
    small,
    end,
    at,
    genericIds: [],
    largeVariables: new Map(),
    variableNames: new Map(),
    sharedVariables: new Array<readonly number[] | undefined>(length).fill(undefined),
    sharedBranches: new Array<readonly Branch[] | undefined>(length).fill(undefined),
  };
}

function readGenericId(reader: DeclarationReader): string {
  const index = readWord(reader);
  const cached = reader.genericIds[index];
  if (cached !== undefined) return cached;
  const value = reader.dictionary[index]!;
  const name = LONG_IDS.get(value) ?? shortString(value);
  reader.genericIds[index] = name;
  return name;
}

function readArg(reader: WordReader): GenericArg {
  switch (readNumber(reader)) {
    case 0:
      return { kind: 'userType', id: readBig(reader) };
    case 1:
      return { kind: 'type', type: readNumber(reader) };
    case 2:
      return { kind: 'value', value: readBig(reader) };
    case 3:
      return { kind: 'function', function: readNumber(reader) };
    case 4:
      return { kind: 'libfunc', libfunc: readNumber(reader) };
    case 5:
      return { kind: 'value', value: -readBig(reader) };
    default:
      throw invalidInput();
  }
}

function readType(reader: DeclarationReader, id: number): TypeDeclaration {
  const generic = readGenericId(reader);
  const packed = readBig(reader);
  const info = packed >> 128n;
  const count = packed & LOW_128;
  if (info >= U64 || count > BigInt(reader.end - reader.at)) throw invalidInput();
  const args: GenericArg[] = [];
  for (let i = 0; i < Number(count); i++) args.push(readArg(reader));
  return info === 0n ? { id, generic, args } : { id, generic, args, info: typeInfo(Number(info & 15n)) };
}

function readLibfunc(reader: DeclarationReader, id: number): LibfuncDeclaration {
  return { id, generic: readGenericId(reader), args: readList(reader, readArg) };
}

function readFunction(reader: StatementReader, id: number): SierraFunction {
  const params = readList(reader, readNumber);
  const returns = readList(reader, readNumber);
  const variables = params.map(() => readVariable(reader));
  return { id, params, returns, variables, entry: readNumber(reader) };
}

function typeInfo(bits: number): TypeInfo {
  return {
    storable: (bits & 1) !== 0,
    droppable: (bits & 2) !== 0,
    duplicatable: (bits & 4) !== 0,
    zeroSized: (bits & 8) !== 0,
  };
}

/** Reads the name of a type or libfunc. The hash of a long name that is not in LONG_IDS is refused, with the hash as subject. */
function shortString(value: bigint): string {
  const digits = value === 0n ? '' : value.toString(16);
  const bytes = new Uint8Array((digits.length + 1) >> 1);
  const padded = digits.padStart(bytes.length * 2, '0');
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(padded.slice(2 * i, 2 * i + 2), 16);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw invalidInput({ subject: `0x${digits}` });
  }
}
