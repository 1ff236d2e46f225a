import { expect, test } from 'vitest';
import { sourceFrames, statementFrames } from './locations.ts';

const framesAt = (line: number) => {
  const span = ['/a/src/lib.cairo', { start: { line, col: 4 }, end: { line, col: 9 } }, false];
  const annotations = { 'github.com/software-mansion/cairo-coverage': { statements_code_locations: { 0: [span] } } };
  return statementFrames({ annotations })(0);
};

test('a place in the source is counted from 1', () => {
  expect(framesAt(0).map(({ span }) => [span?.line, span?.column])).toEqual([[1, 5]]);
});

test.each([-5, -1, 0.5, 2 ** 31, 2 ** 53, Number.NaN])('%d is not a line', (line) => {
  expect(framesAt(line)).toEqual([]);
});

test('the names of functions belong to the files of their modules, though a default function of a trait has none', () => {
  const place = (file: string) => [`/core/src/${file}`, { start: { line: 1, col: 0 } }, false];
  const framesOf = (files: readonly string[], names: readonly string[]) => {
    const annotations = {
      'github.com/software-mansion/cairo-coverage': { statements_code_locations: { 0: files.map(place) } },
      'github.com/software-mansion/cairo-profiler': { statements_functions: { 0: names } },
    };
    return statementFrames({ annotations })(0).map(({ functionName }) => functionName);
  };
  const [equal, refuse, fail] = ['core::integer::U32PartialEq::eq', 'shop::vault::refuse', 'shop::vault::fail'];
  expect(framesOf(['integer.cairo', 'vault.cairo'], [equal, refuse])).toEqual([equal, refuse]);
  const traits = ['integer.cairo', 'traits.cairo', 'vault.cairo', 'vault.cairo'];
  expect(framesOf(traits, [equal, refuse, fail])).toEqual([equal, undefined, refuse, fail]);
  expect(framesOf(['vault.cairo', 'vault.cairo', 'vault.cairo'], [refuse, fail])).toEqual([refuse, undefined, fail]);
  expect(framesOf(['traits.cairo', 'vault.cairo'], [fail])).toEqual([undefined, fail]);
  expect(framesOf(['traits.cairo'], [])).toEqual([undefined]);
});

test('a macro without a place in the source is no frame, since it has no name of its own', () => {
  const annotations = {
    'github.com/software-mansion/cairo-profiler': {
      statements_functions: { 0: ['a::panic_macro', 'a::f'], 1: ['a::b_macro'] },
    },
  };
  const frames = sourceFrames({ annotations }, { offsets: [0, 2], functionStarts: [0] });
  expect(frames(0)).toMatchObject([{ functionName: 'a::f', span: undefined }]);
  expect(frames(2)).toEqual([]);
});

test('a macro has the name of the function that it stands in: from its call, or from the function it is compiled into', () => {
  const place = (line: number, isMacro: boolean) => ['/a/src/vault.cairo', { start: { line, col: 4 } }, isMacro];
  const [fail, refuse, macro] = ['a::vault::Vault::fail', 'a::vault::Vault::refuse', 'a::vault::panic_macro'];
  const annotations = {
    'github.com/software-mansion/cairo-coverage': {
      statements_code_locations: {
        0: [place(10, true), place(1, false)],
        1: [place(9, false), place(1, false)],
        2: [place(3, true)],
        3: [place(20, true), place(2, false)],
      },
    },
    'github.com/software-mansion/cairo-profiler': {
      statements_functions: { 0: [macro, fail], 1: [refuse, fail], 2: [macro], 3: [macro, fail] },
    },
  };
  const user_func_names = [[0, `${fail}[89-165]{NotSpecialized, }`]];
  const frames = sourceFrames({ annotations, user_func_names }, { offsets: [0, 2, 4, 6], functionStarts: [0] });
  const namesAt = (offset: number) =>
    frames(offset).map(({ functionName, macroModule }) => functionName ?? macroModule);
  expect(namesAt(0)).toEqual([refuse, fail]);
  expect(namesAt(4)).toEqual([fail]);
  // A function that is nothing but the macro was called from here: only its source knows its name.
  expect(namesAt(6)).toEqual(['a::vault', fail]);
});

test('a macro in a closure has no name of the compiler, which knows only where the closure is', () => {
  const annotations = {
    'github.com/software-mansion/cairo-coverage': {
      statements_code_locations: { 0: [['/a/src/vault.cairo', { start: { line: 3, col: 4 } }, true]] },
    },
    'github.com/software-mansion/cairo-profiler': { statements_functions: { 0: ['a::vault::assert_macro'] } },
  };
  const user_func_names = [[0, 'Generated `core::ops::function::Fn::call` for {closure@src/vault.cairo:3:23: 3:39}']];
  const [frame] = sourceFrames({ annotations, user_func_names }, { offsets: [0], functionStarts: [0] })(0);
  expect(frame).toMatchObject({ functionName: undefined, macroModule: 'a::vault' });
});
