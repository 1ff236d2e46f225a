import { expect, test } from 'vitest';
import { debugNames } from './debugNames.ts';

const at = (line: number) => ({ start: { line, col: 0 }, end: { line, col: 9 } });

/** The names of variables in a function whose information is as the compiler writes it. */
function namesIn(functionName: string, variables: object, parameters: unknown): object {
  const annotations = {
    'github.com/software-mansion-labs/cairo-debugger': {
      functions_info: { 0: { sierra_to_cairo_variable: variables, parameters } },
    },
  };
  const found = debugNames({ annotations, user_func_names: [[0, functionName]] }).variablesOf(0);
  return Object.fromEntries(found ?? []);
}

test('a parameter has its name in code that the compiler wrote, and beside a variable that starts as its copy', () => {
  const variables = {
    1: ['Serde', at(9)],
    2: ['#[abi(embed_v0)]', at(3)],
    3: ['best', at(21)],
    4: ['amount', at(20)],
    5: ['self', at(4)],
  };
  const parameters = {
    0: { name: 'values', span: at(20) },
    1: { name: 'serialized', span: at(9) },
    2: { name: 'data', span: at(3) },
    3: { name: 'start', span: at(20) },
    5: { name: 'self', span: at(5) },
  };
  expect(namesIn('largest', variables, parameters)).toEqual({
    0: ['values'],
    1: ['serialized'],
    2: ['data'],
    3: ['start', 'best'],
    4: ['amount'],
    5: ['self'],
  });
  expect(namesIn('largest', variables, undefined)).toEqual({ 1: ['Serde'], 3: ['best'], 4: ['amount'], 5: ['self'] });
});

test('the parameters that a loop has from the function around it are not taken for its own', () => {
  const variables = { 2: ['i', at(81)], 3: ['last', at(82)] };
  const parameters = { 3: { name: 'self', span: at(80) }, 4: { name: 'rounds', span: at(80) } };
  for (const name of ['Functions::spin[126-240]', 'Functions::spin[expr4]'])
    expect(namesIn(name, variables, parameters)).toEqual({ 2: ['i'], 3: ['last'] });
});

test('parameters that are none are ignored', () => {
  const variables = { 1: ['a', at(1)], 2: 'b' };
  for (const parameters of [null, 'x', [], { 1: null }, { 1: { name: 7 } }, { 1: { name: 'a b', span: at(1) } }])
    expect(namesIn('f', variables, parameters)).toEqual({ 1: ['a'] });
  expect(namesIn('f', variables, { 2: { name: 'b' } })).toEqual({ 1: ['a'], 2: ['b'] });
});
