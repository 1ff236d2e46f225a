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
import { finish, type Steps } from '../steps.ts';
import { invalidInput, limbsOf, unpackWords } from './feltWords.ts';
import { LONG_IDS } from './longIds.ts';

/** What a class file's `sierra_program` holds. */
export interface DecodedProgram {
  readonly sierraVersion: Version;
  readonly compilerVersion: Version;
  readonly program: Program;
}

const VERSION_FELTS = 6;
const STATEMENTS_AT_ONCE = 4096;

/** Reads the versions a `sierra_program` starts with; works for programs too new to decode. */
export function decodeVersions(felts: readonly string[]): Pick<DecodedProgram, 'sierraVersion' | 'compilerVersion'> {
  if (felts.length < VERSION_FELTS) throw invalidInput();
  const limbs = new Uint32Array(8);
  const numbers = felts.slice(0, VERSION_FELTS).map((text) => {
    limbsOf(text, limbs);
    if (limbs.subarray(2).some((limb) => limb !== 0)) throw invalidInput();
    return limbs[0]! + limbs[1]! * 2 ** 32;
  });
  const version = (at: number): Version => ({ major: numbers[at]!, minor: numbers[at + 1]!, patch: numbers[at + 2]! });
  return { sierraVersion: version(0), compilerVersion: version(3) };
}

/** Decodes a class file's `sierra_program`; felts after the program are ignored, as the network ignores them. */
export function decodeProgram(felts: readonly string[]): DecodedProgram {
  return finish(decodeSteps(felts));
}

/** The same, with pauses. */
export function* decodeSteps(felts: readonly string[]): Steps<DecodedProgram> {
  const versions = decodeVersions(felts);
  const reader = new ProgramReader(felts);
  yield;
  return { ...versions, program: yield* reader.read() };
}

const U64 = 2n ** 64n;
const LOW_128 = 2n ** 128n - 1n;
const U64_TEXT_DIGITS = 16;

/** Reads the unpacked stream. Each word of the dictionary is understood once, however often it occurs. */
class ProgramReader {
  readonly #dictionary: readonly string[];
  readonly #words: Uint32Array;
  /** Each dictionary entry as a number; NaN when it does not fit 64 bits, rounded above 2^53. */
  readonly #numbers: Float64Array;
  readonly #names: (string | undefined)[] = [];
  readonly #wideVariables = new Map<number, number>();
  readonly #variableNames = new Map<number, string>();
  #at = 0;

  constructor(felts: readonly string[]) {
    const { dictionary, words } = unpackWords(felts, VERSION_FELTS);
    this.#dictionary = dictionary;
    this.#words = words;
    this.#numbers = Float64Array.from(dictionary, (text) => {
      const digits = text.slice(2).replace(/^0+/, '');
      return digits.length > U64_TEXT_DIGITS ? Number.NaN : Number.parseInt(digits || '0', 16);
    });
  }

  *read(): Steps<Program> {
    const types = this.#list((id) => this.#type(id));
    const libfuncs = this.#list((id) => this.#libfunc(id));
    yield;
    const statements: Statement[] = [];
    for (let left = this.#length(); left > 0; left--) {
      statements.push(this.#statement());
      if (left % STATEMENTS_AT_ONCE === 0) yield;
    }
    const functions = this.#list((id) => this.#function(id));
    return {
      types,
      libfuncs,
      statements,
      functions,
      names: { types: [], libfuncs: [], functions: [], variables: this.#variableNames },
    };
  }

  #word(): number {
    if (this.#at >= this.#words.length) throw invalidInput();
    return this.#words[this.#at++]!;
  }

  #number(): number {
    const value = this.#numbers[this.#word()]!;
    if (Number.isNaN(value)) throw invalidInput();
    return value;
  }

  #big(): bigint {
    return BigInt(this.#dictionary[this.#word()]!);
  }

  #length(): number {
    const length = this.#number();
    if (length > this.#words.length - this.#at) throw invalidInput();
    return length;
  }

  #list<T>(item: (index: number) => T): T[] {
    const length = this.#length();
    const items: T[] = [];
    for (let i = 0; i < length; i++) items.push(item(i));
    return items;
  }

  #ids(): number[] {
    const length = this.#length();
    const ids = new Array<number>(length);
    for (let i = 0; i < length; i++) ids[i] = this.#number();
    return ids;
  }

  /** Variables may have any 64-bit id: those a number cannot hold get ids of their own below zero. */
  #variable(): number {
    const word = this.#word();
    const value = this.#numbers[word]!;
    if (value <= Number.MAX_SAFE_INTEGER) return value;
    if (Number.isNaN(value)) throw invalidInput();
    let id = this.#wideVariables.get(word);
    if (id === undefined) {
      id = -1 - this.#wideVariables.size;
      this.#wideVariables.set(word, id);
      this.#variableNames.set(id, `[${BigInt(this.#dictionary[word]!)}]`);
    }
    return id;
  }

  #variables(): number[] {
    const length = this.#length();
    const ids = new Array<number>(length);
    for (let i = 0; i < length; i++) ids[i] = this.#variable();
    return ids;
  }

  #genericId(): string {
    const word = this.#word();
    const known = this.#names[word];
    if (known !== undefined) return known;
    const value = BigInt(this.#dictionary[word]!);
    const name = LONG_IDS.get(value) ?? shortString(value);
    this.#names[word] = name;
    return name;
  }

  #arg(): GenericArg {
    switch (this.#number()) {
      case 0:
        return { kind: 'userType', id: this.#big() };
      case 1:
        return { kind: 'type', type: this.#number() };
      case 2:
        return { kind: 'value', value: this.#big() };
      case 3:
        return { kind: 'function', function: this.#number() };
      case 4:
        return { kind: 'libfunc', libfunc: this.#number() };
      case 5:
        return { kind: 'value', value: -this.#big() };
      default:
        throw invalidInput();
    }
  }

  #type(id: number): TypeDeclaration {
    const generic = this.#genericId();
    const packed = this.#big();
    const info = packed >> 128n;
    const length = packed & LOW_128;
    if (info >= U64 || length > BigInt(this.#words.length - this.#at)) throw invalidInput();
    const args: GenericArg[] = [];
    for (let i = 0; i < Number(length); i++) args.push(this.#arg());
    return info === 0n ? { id, generic, args } : { id, generic, args, info: typeInfo(Number(info & 15n)) };
  }

  #libfunc(id: number): LibfuncDeclaration {
    return { id, generic: this.#genericId(), args: this.#list(() => this.#arg()) };
  }

  #branch(): Branch {
    const word = this.#words[this.#at];
    const target = this.#number();
    // Numbers this large are rounded; only one of them means the next statement.
    const next = target === 2 ** 64 && BigInt(this.#dictionary[word!]!) === U64 - 1n;
    return { target: next ? FALLTHROUGH : target, results: this.#variables() };
  }

  #statement(): Statement {
    const tag = this.#number();
    if (tag === 1) return { libfunc: RETURN, args: this.#variables(), branches: [] };
    if (tag !== 0) throw invalidInput();
    const libfunc = this.#number();
    const args = this.#variables();
    const count = this.#length();
    const branches: Branch[] = [];
    for (let i = 0; i < count; i++) branches.push(this.#branch());
    return { libfunc, args, branches };
  }

  #function(id: number): SierraFunction {
    const params = this.#ids();
    const returns = this.#ids();
    const variables = params.map(() => this.#variable());
    return { id, params, returns, variables, entry: this.#number() };
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
