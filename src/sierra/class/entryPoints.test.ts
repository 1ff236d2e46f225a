import { expect, test } from 'vitest';
import { parseProgram } from '../../../test/support/sierraText/parseProgram.ts';
import { type Felt, toFelt } from '../../felt/felt.ts';
import { starknetKeccak } from '../../felt/hash.ts';
import { SierraError } from '../sierraError.ts';
import { checkEntryPointLists, checkEntryPointSignatures, entryPointBuiltins } from './entryPoints.ts';
import type { SierraEntryPoint } from './sierraClass.ts';

const entry = (selector: number | Felt, functionIdx = 0): SierraEntryPoint => ({
  selector: toFelt(selector),
  functionIdx,
});
const lists = (external: SierraEntryPoint[], constructors: SierraEntryPoint[] = []) => ({
  EXTERNAL: external,
  L1_HANDLER: [],
  CONSTRUCTOR: constructors,
});
const CONSTRUCTOR = starknetKeccak('constructor');

test('sorted lists that name each function at most twice are accepted', () => {
  checkEntryPointLists(lists([entry(1, 0), entry(2, 0), entry(3, 1)], [entry(CONSTRUCTOR, 2)]));
});

test.each([
  ['Entry points not sorted', lists([entry(2), entry(1)])],
  ['Duplicate entry point selector 7', lists([entry(7), entry(7)])],
  ['Duplicate entry point function index 4', lists([entry(1, 4), entry(2, 4), entry(3, 4)])],
  ['Invalid constructor', lists([], [entry(5)])],
  ['Invalid constructor', lists([], [entry(CONSTRUCTOR), entry(CONSTRUCTOR)])],
])('%s is refused', (text, given) => {
  expect(() => checkEntryPointLists(given)).toThrow(SierraError);
  expect(() => checkEntryPointLists(given)).toThrow(text);
});

const TYPES = `
  type felt252 = felt252;
  type RangeCheck = RangeCheck;
  type Pedersen = Pedersen;
  type Gas = GasBuiltin;
  type System = System;
  type Array = Array<felt252>;
  type Snapshot = Snapshot<Array>;
  type Span = Struct<ut@Span, Snapshot>;
  type Ok = Struct<ut@Tuple, Span>;
  type Unit = Struct<ut@Tuple>;
  type Panic = Struct<ut@Tuple, Unit, Array>;
  type Result = Enum<ut@PanicResult, Ok, Panic>;
  type OldResult = Enum<ut@PanicResult, Ok, Array>;
`;
const program = (params: string, returns: string) => {
  const names = params.split(', ').filter(Boolean);
  const list = names.map((type, i) => `[${i}]: ${type}`).join(', ');
  return parseProgram(`${TYPES}\nreturn();\nf@0(${list}) -> (${returns});`);
};

test('an entry point takes and returns its builtins, gas and the system pointer', () => {
  const right = program('Pedersen, RangeCheck, Gas, System, Span', 'Pedersen, RangeCheck, Gas, System, Result');
  expect(entryPointBuiltins(right, entry(1))).toEqual(['pedersen', 'range_check']);
  expect(entryPointBuiltins(program('Gas, System, Span', 'Gas, System, OldResult'), entry(1))).toEqual([]);
});

test.each([
  ['Invalid entry point.', 'Gas, System, Span', 'Gas, System, Result', 1],
  ['Missing arguments in the entry point.', '', 'Gas, System, Result', 0],
  ['Invalid entry point signature.', 'Gas, System, Span', 'Gas, Result', 0],
  ['Invalid entry point signature.', 'Gas, System, Span', 'System, Gas, Result', 0],
  ['Invalid entry point signature.', 'Gas, System, Array', 'Gas, System, Result', 0],
  ['Invalid entry point signature.', 'Gas, System, Span', 'Gas, System, Span', 0],
  ['felt252 is not a supported builtin type.', 'felt252, Gas, System, Span', 'felt252, Gas, System, Result', 0],
  ['not in the expected order', 'System, Gas, Span', 'System, Gas, Result', 0],
  [
    'not in the expected order',
    'RangeCheck, Pedersen, Gas, System, Span',
    'RangeCheck, Pedersen, Gas, System, Result',
    0,
  ],
  ['not in the expected order', 'Pedersen, Pedersen, Gas, System, Span', 'Pedersen, Pedersen, Gas, System, Result', 0],
])('%s (%s -> %s)', (text, params, returns, index) => {
  expect(() => checkEntryPointSignatures(program(params, returns), lists([entry(1, index)]))).toThrow(text);
});
