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
