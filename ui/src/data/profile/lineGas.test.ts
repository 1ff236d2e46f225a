import { expect, test } from 'vitest';
import { readSpeedscope } from '../../../../src/tools/profile/readSpeedscope.ts';
import { speedscope } from '../../../../src/tools/profile/speedscope.ts';
import { gasByLine } from './lineGas.ts';

const frame = (name: string, line?: number) => ({ name, file: line === undefined ? undefined : 'a.cairo', line });
const samples = [
  { stack: [frame('execute'), frame('a::pay', 3), frame('a::add', 9)], libfunc: 'u8_add', l2Gas: 70, steps: 1 },
  { stack: [frame('execute'), frame('a::pay', 3)], libfunc: 'store', l2Gas: 20, steps: 1 },
  // A recursion counts once.
  { stack: [frame('a::pay', 3), frame('a::pay', 3)], libfunc: undefined, l2Gas: 10, steps: 1 },
];

test('the gas of lines is that of their own code, and with what it called', () => {
  const profile = readSpeedscope(JSON.stringify(speedscope({ samples, l2Gas: 100n, steps: 3 }, 'x')));
  expect([...gasByLine(profile)]).toEqual([
    ['a.cairo:3', { self: 30, total: 100 }],
    ['a.cairo:9', { self: 70, total: 70 }],
  ]);
});
