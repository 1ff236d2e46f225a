import { expect, test } from 'vitest';
import { starknetKeccak } from '../../../src/felt/hash.ts';
import { FALLTHROUGH, RETURN, variableName } from '../../../src/sierra/program.ts';
import { parseProgram } from './parseProgram.ts';

const TEXT = `
type felt252 = felt252 [storable: true, drop: true, dup: true, zero_sized: false];
type Unit = Struct<ut@Tuple>;
type core::option::Option::<(core::felt252, ())> = Enum<ut@core::option::Option::<(core::felt252, ())>, felt252, Unit>; // comment
libfunc felt252_is_zero = felt252_is_zero;
libfunc function_call<user@a::b<(x, y)>> = function_call<user@a::b<(x, y)>>;
libfunc felt252_const<-3> = felt252_const<-3>;
F0:
felt252_is_zero([0]) { fallthrough() F0_B0([1], named) 2() };
F0_B0:
function_call<user@a::b<(x, y)>>([1]) -> ([2], [3]);
return([2]);
a::b<(x, y)>@F0([0]: felt252, [1]: core::option::Option::<(core::felt252, ())>) -> (felt252, Unit);
`;

test('Sierra text is parsed into a program whose ids are the positions of the declarations', () => {
  const program = parseProgram(TEXT);
  expect(program.types[0]!.info).toEqual({ storable: true, droppable: true, duplicatable: true, zeroSized: false });
  expect(program.types[2]).toEqual({
    id: 2,
    generic: 'Enum',
    args: [
      {
        kind: 'userType',
        id: starknetKeccak('core::option::Option::<(core::felt252, ())>'),
        name: 'core::option::Option::<(core::felt252, ())>',
      },
      { kind: 'type', type: 0 },
      { kind: 'type', type: 1 },
    ],
  });
  expect(program.libfuncs[1]!.args).toEqual([{ kind: 'function', function: 0 }]);
  expect(program.libfuncs[2]!.args).toEqual([{ kind: 'value', value: -3n }]);
  expect(program.statements).toEqual([
    {
      libfunc: 0,
      args: [0],
      branches: [
        { target: FALLTHROUGH, results: [] },
        { target: 1, results: [1, -1] },
        { target: 2, results: [] },
      ],
    },
    { libfunc: 1, args: [1], branches: [{ target: FALLTHROUGH, results: [2, 3] }] },
    { libfunc: RETURN, args: [2], branches: [] },
  ]);
  expect(variableName(program, -1)).toBe('named');
  expect(program.functions).toEqual([{ id: 0, params: [0, 2], returns: [0, 1], variables: [0, 1], entry: 0 }]);
});

test('the error for invalid Sierra text names the line', () => {
  expect(() => parseProgram('nonsense;')).toThrow('This is not Sierra text: nonsense');
});
