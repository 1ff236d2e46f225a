import { encodeProgram } from '../fuzz/encodeProgram.ts';
import { NETWORK_CLASS_LIMITS } from '../src/protocol/networkClassLimits.ts';
import { FALLTHROUGH, type Program, RETURN, type Statement } from '../src/sierra/program.ts';

const NAMES: Program['names'] = { types: [], libfuncs: [], functions: [], variables: new Map() };
const NOTHING: Statement = { libfunc: RETURN, args: [], branches: [] };

/** Functions that do nothing, which take the fewest words of a program: for each felt six of them are read. */
const functions = (count: number): Program => ({
  types: [],
  libfuncs: [],
  statements: [NOTHING],
  functions: Array.from({ length: count }, (_, id) => ({ id, params: [], returns: [], variables: [], entry: 0 })),
  names: NAMES,
});

/** Functions that call each other, for which Sierra 1.3 needs the most equations. */
const chainOfCalls = (count: number): Program => ({
  types: [],
  libfuncs: Array.from({ length: count }, (_, id) => ({
    id,
    generic: 'function_call',
    args: [{ kind: 'function', function: id + 1 }],
  })),
  statements: [
    ...Array.from({ length: count }, (_, id) => [
      { libfunc: id, args: [], branches: [{ target: FALLTHROUGH, results: [] }] },
      NOTHING,
    ]).flat(),
    NOTHING,
  ],
  functions: Array.from({ length: count + 1 }, (_, id) => ({
    id,
    params: [],
    returns: [],
    variables: [],
    entry: 2 * id,
  })),
  names: NAMES,
});

const KINDS = { functions: { version: '0x7', make: functions }, equations: { version: '0x3', make: chainOfCalls } };

/** Sierra programs of the largest size that can be declared, whose compilation takes much memory. They differ in the version of their compiler. */
export function largestClasses(kind: keyof typeof KINDS, count: number): readonly (readonly string[])[] {
  const { version, make } = KINDS[kind];
  const encode = (size: number) => encodeProgram(['0x1', version, '0x0', '0x2', '0x0', '0x0'], make(size));
  const most = NETWORK_CLASS_LIMITS.maxSierraFelts;
  let size = Math.floor(most / 8);
  let felts = encode(size);
  while (felts.length > most || felts.length < most * 0.95) {
    size = Math.floor((size * (most * 0.98)) / felts.length);
    felts = encode(size);
  }
  return Array.from({ length: count }, (_, number) => felts.with(5, `0x${number.toString(16)}`));
}
