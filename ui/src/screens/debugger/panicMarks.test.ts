import { expect, test } from 'vitest';
import { panicMarks } from './panicMarks.ts';

const call = (depth: number, start: number, end: number, has_failed = false) => ({
  depth,
  start,
  end,
  has_failed,
  contract_name: 'Book',
  contract_address: '0xb' as const,
  function_name: 'record',
});

test('a line is marked in the call that panics there, and not in an earlier one that passes', () => {
  const timeline = {
    calls: [call(0, 0, 100, true), call(1, 10, 40), call(1, 50, 90, true)],
    panics: [{ moment: 80, file: 'book.cairo', line: 23, text: 'unlucky' }],
  };
  const marked = new Map([['book.cairo:23', 'unlucky']]);
  expect(panicMarks(timeline, 20, 1)).toEqual(new Map());
  expect(panicMarks(timeline, 60, 1)).toEqual(marked);
  // The outer call has both, and a file that was chosen belongs to no call.
  expect(panicMarks(timeline, 20, 0)).toEqual(marked);
  expect(panicMarks(timeline, 20, undefined)).toEqual(marked);
  expect(panicMarks(undefined, 20, 1)).toEqual(new Map());
});
