import { finish, type Steps } from '../../async/steps.ts';
import {
  type Branch,
  FALLTHROUGH,
  type GenericArg,
  type LibfuncDeclaration,
  type Program,
  RETURN,
  type SierraFunction,
  type Statement,
  type TypeDeclaration,
  type TypeInfo,
  type Version,
} from '../program.ts';
import { invalidInput, type PackedWords, smallFelt, type UncheckedFelt, unpackWords } from './feltWords.ts';
import { LONG_IDS } from './longIds.ts';

/** The content of a class file's `sierra_program`. */
export interface DecodedProgram {
  readonly sierraVersion: Version;
  readonly compilerVersion: Version;
  readonly program: Program;
}

const VERSION_FELTS = 6;
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

/** The same, with pauses. */
export function* decodeSteps(felts: readonly UncheckedFelt[]): Steps<DecodedProgram> {
  const versions = decodeVersions(felts);
  const packed = unpackWords(felts, VERSION_FELTS);
  yield;
  return { ...versions, program: yield* readProgram(packed) };
}

const U64 = 2n ** 64n;
const FALLTHROUGH_WORD = U64 - 1n;
const SMALL = 2n ** 31n;
const LOW_128 = 2n ** 128n - 1n;

const LARGE = -1;
const NEXT = -2;

/** The entries of a dictionary as numbers if they are small; NEXT for 2^64 - 1, and LARGE for all others. */
function smallNumbers(dictionary: readonly bigint[]): Int32Array {
  const numbers = new Int32Array(dictionary.length);
  for (let i = 0; i < dictionary.length; i++) {
    const value = dictionary[i]!;
    numbers[i] = value < SMALL ? Number(value) : value === FALLTHROUGH_WORD ? NEXT : LARGE;
  }
  return numbers;
}

const NONE: readonly number[] = [];
/** The most common branches: a fallthrough without results. */
const FALLTHROUGH_ONLY: readonly Branch[] = [{ target: FALLTHROUGH, results: NONE }];

/**
 * Reads the unpacked stream. Each word of the dictionary is decoded once, however often it occurs. This is one closure instead of
 * a class, because a process that compiles one class runs it before V8 has optimised it, when local variables are fastest.
 */
function* readProgram({ dictionary, words }: PackedWords): Steps<Program> {
  const small = smallNumbers(dictionary);
  const names: (string | undefined)[] = [];
  const wideVariables = new Map<number, number>();
  const variableNames = new Map<number, string>();
  /** The lists that `singleVariable` and `fallthroughWithResult` have made, by word. */
  const sharedVariables = new Array<readonly number[] | undefined>(dictionary.length).fill(undefined);
  const sharedBranches = new Array<readonly Branch[] | undefined>(dictionary.length).fill(undefined);
  const end = words.length;
  let at = 0;

  const types = list(type);
  const libfuncs = list(libfunc);
  yield;
  const statements: Statement[] = [];
  for (let left = length(); left > 0; left--) {
    statements.push(statement());
    if (left % STATEMENTS_PER_STEP === 0) yield;
  }
  const functions = list(functionDeclaration);
  return {
    types,
    libfuncs,
    statements,
    functions,
    names: { types: [], libfuncs: [], functions: [], variables: variableNames },
  };

  function statement(): Statement {
    const tag = number();
    if (tag === 1) return { libfunc: RETURN, args: variables(), branches: [] };
    if (tag !== 0) throw invalidInput();
    return { libfunc: number(), args: variables(), branches: branches() };
  }

  function branches(): readonly Branch[] {
    const count = length();
    if (count === 1 && at + 2 < end && small[words[at]!] === NEXT) {
      const results = small[words[at + 1]!]!;
      if (results <= 1 && results >= 0) {
        at += 2;
        return results === 0 ? FALLTHROUGH_ONLY : fallthroughWithResult();
      }
    }
    const all: Branch[] = [];
    for (let i = 0; i < count; i++) all.push({ target: target(), results: variables() });
    return all;
  }

  /** A fallthrough with one result; statements with the same result share the list. */
  function fallthroughWithResult(): readonly Branch[] {
    const index = words[at]!;
    const shared = sharedBranches[index];
    if (shared === undefined) return (sharedBranches[index] = [{ target: FALLTHROUGH, results: singleVariable() }]);
    at++;
    return shared;
  }

  /** A list of one variable, which is shared in the same way. */
  function singleVariable(): readonly number[] {
    const index = words[at]!;
    const shared = sharedVariables[index];
    if (shared === undefined) return (sharedVariables[index] = [variable()]);
    at++;
    return shared;
  }

  function target(): number {
    if (at < end && small[words[at]!] === NEXT) {
      at++;
      return FALLTHROUGH;
    }
    return number();
  }

  function variables(): readonly number[] {
    const count = length();
    if (count <= 1) return count === 0 ? NONE : singleVariable();
    const ids = new Array<number>(count);
    for (let i = 0; i < count; i++) {
      const id = at < end ? small[words[at]!]! : LARGE;
      if (id >= 0) {
        at++;
        ids[i] = id;
      } else ids[i] = largeVariable();
    }
    return ids;
  }

  /** Variables may have any 64-bit id. An id that a number cannot represent is replaced by a negative one. */
  function largeVariable(): number {
    const index = word();
    const value = dictionary[index]!;
    if (value >= U64) throw invalidInput();
    if (value <= Number.MAX_SAFE_INTEGER) return Number(value);
    let id = wideVariables.get(index);
    if (id === undefined) {
      id = -1 - wideVariables.size;
      wideVariables.set(index, id);
      variableNames.set(id, `[${value}]`);
    }
    return id;
  }

  function word(): number {
    if (at >= end) throw invalidInput();
    return words[at++]!;
  }

  function number(): number {
    if (at < end) {
      const value = small[words[at]!]!;
      if (value >= 0) {
        at++;
        return value;
      }
    }
    const value = bigNumber();
    if (value >= U64) throw invalidInput();
    return Number(value);
  }

  function bigNumber(): bigint {
    return dictionary[word()]!;
  }

  function length(): number {
    const count = number();
    if (count > end - at) throw invalidInput();
    return count;
  }

  function list<T>(item: (index: number) => T): T[] {
    const count = length();
    const items: T[] = [];
    for (let i = 0; i < count; i++) items.push(item(i));
    return items;
  }

  function genericId(): string {
    const index = word();
    const cached = names[index];
    if (cached !== undefined) return cached;
    const value = dictionary[index]!;
    const name = LONG_IDS.get(value) ?? shortString(value);
    names[index] = name;
    return name;
  }

  function arg(): GenericArg {
    switch (number()) {
      case 0:
        return { kind: 'userType', id: bigNumber() };
      case 1:
        return { kind: 'type', type: number() };
      case 2:
        return { kind: 'value', value: bigNumber() };
      case 3:
        return { kind: 'function', function: number() };
      case 4:
        return { kind: 'libfunc', libfunc: number() };
      case 5:
        return { kind: 'value', value: -bigNumber() };
      default:
        throw invalidInput();
    }
  }

  function type(id: number): TypeDeclaration {
    const generic = genericId();
    const packed = bigNumber();
    const info = packed >> 128n;
    const count = packed & LOW_128;
    if (info >= U64 || count > BigInt(end - at)) throw invalidInput();
    const args: GenericArg[] = [];
    for (let i = 0; i < Number(count); i++) args.push(arg());
    return info === 0n ? { id, generic, args } : { id, generic, args, info: typeInfo(Number(info & 15n)) };
  }

  function libfunc(id: number): LibfuncDeclaration {
    return { id, generic: genericId(), args: list(arg) };
  }

  function functionDeclaration(id: number): SierraFunction {
    const params = list(number);
    const returns = list(number);
    const names = params.map(() => variable());
    return { id, params, returns, variables: names, entry: number() };
  }

  function variable(): number {
    if (at >= end) throw invalidInput();
    const id = small[words[at]!]!;
    if (id < 0) return largeVariable();
    at++;
    return id;
  }
}

function typeInfo(bits: number): TypeInfo {
  return {
    storable: (bits & 1) !== 0,
    droppable: (bits & 2) !== 0,
    duplicatable: (bits & 4) !== 0,
    zeroSized: (bits & 8) !== 0,
  };
}

function shortString(value: bigint): string {
  const digits = value === 0n ? '' : value.toString(16);
  const bytes = new Uint8Array((digits.length + 1) >> 1);
  const padded = digits.padStart(bytes.length * 2, '0');
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(padded.slice(2 * i, 2 * i + 2), 16);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw invalidInput();
  }
}
