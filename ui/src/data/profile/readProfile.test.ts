import { expect, test } from 'vitest';
import { speedscope } from '../../../../src/tools/profile/speedscope.ts';
import { gasByLine, readProfile } from './readProfile.ts';

const frame = (name: string, line?: number) => ({ name, file: line === undefined ? undefined : 'a.cairo', line });
const samples = [
  { stack: [frame('execute'), frame('pay', 3), frame('add', 9)], libfunc: 'u8_add', l2Gas: 70, steps: 1 },
  { stack: [frame('execute'), frame('pay', 3)], libfunc: 'store', l2Gas: 20, steps: 1 },
  // A recursion counts once.
  { stack: [frame('pay', 3), frame('pay', 3)], libfunc: undefined, l2Gas: 10, steps: 1 },
];

test('a profile of the node is read with its stacks, libfuncs included', () => {
  const read = readProfile(JSON.stringify(speedscope({ samples, l2Gas: 100n, steps: 3 }, 'x')));
  expect(read.map(({ stack, gas }) => [stack.map(({ name }) => name).join(' '), gas])).toEqual([
    ['execute pay add u8_add', 70],
    ['execute pay store', 20],
    ['pay pay', 10],
  ]);
  expect([...gasByLine(read)]).toEqual([
    ['a.cairo:3', { self: 30, total: 100 }],
    ['a.cairo:9', { self: 70, total: 70 }],
  ]);
});
