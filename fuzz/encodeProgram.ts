import { LONG_IDS } from '../src/sierra/decode/longIds.ts';
import { FALLTHROUGH, type GenericArg, type Program, RETURN, type TypeInfo } from '../src/sierra/program.ts';
import { packWords } from './packWords.ts';

const LONG = new Map([...LONG_IDS].map(([felt, name]) => [name, felt]));

/** The felts of a class file for a program, with the versions first; the inverse of decodeProgram. */
export function encodeProgram(versions: readonly string[], program: Program): string[] {
  const words: number[] = [];
  const dictionary = new Map<bigint, number>();
  const put = (...values: readonly (number | bigint)[]): void => {
    for (const value of values) {
      const key = BigInt(value);
      let index = dictionary.get(key);
      if (index === undefined) dictionary.set(key, (index = dictionary.size));
      words.push(index);
    }
  };
  const putArgs = (args: readonly GenericArg[]): void => {
    for (const arg of args)
      switch (arg.kind) {
        case 'userType':
          put(0, arg.id);
          break;
        case 'type':
          put(1, arg.type);
          break;
        case 'value':
          put(...(arg.value < 0n ? [5, -arg.value] : [2, arg.value]));
          break;
        case 'function':
          put(3, arg.function);
          break;
        case 'libfunc':
          put(4, arg.libfunc);
      }
  };
  put(program.types.length);
  for (const { generic, args, info } of program.types) {
    put(genericId(generic), (BigInt(infoWord(info)) << 128n) | BigInt(args.length));
    putArgs(args);
  }
  put(program.libfuncs.length);
  for (const { generic, args } of program.libfuncs) {
    put(genericId(generic), args.length);
    putArgs(args);
  }
  put(program.statements.length);
  for (const { libfunc, args, branches } of program.statements) {
    if (libfunc === RETURN) put(1, args.length, ...args);
    else {
      put(0, libfunc, args.length, ...args, branches.length);
      for (const { target, results } of branches)
        put(target === FALLTHROUGH ? 2n ** 64n - 1n : target, results.length, ...results);
    }
  }
  put(program.functions.length);
  for (const { params, returns, variables, entry } of program.functions)
    put(params.length, ...params, returns.length, ...returns, ...variables, entry);
  const entries = [...dictionary.keys()].map((value) => `0x${value.toString(16)}`);
  return [...versions, ...packWords(entries, words)];
}

function genericId(name: string): bigint {
  const long = LONG.get(name);
  if (long !== undefined) return long;
  let felt = 0n;
  for (const byte of new TextEncoder().encode(name)) felt = (felt << 8n) | BigInt(byte);
  return felt;
}

/** Bit 63 says that there is any info. */
function infoWord(info: TypeInfo | undefined): bigint {
  if (!info) return 0n;
  const bits = [info.storable, info.droppable, info.duplicatable, info.zeroSized];
  return (1n << 63n) | bits.reduce((word, bit, i) => word | (bit ? 1n << BigInt(i) : 0n), 0n);
}
