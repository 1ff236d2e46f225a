import { expect, test } from 'vitest';
import { PROTOCOL_0_14_4 } from '../protocol/v0_14_4.ts';
import { HOLE, RANGE_CHECK, RANGE_CHECK_96, STEP, SYSCALL } from './prices.ts';

test('the prices in compiled programs are those of the protocol', () => {
  const { stepGas, memoryHoleGas, builtinGas, syscallBaseGas } = PROTOCOL_0_14_4;
  expect([STEP, HOLE, RANGE_CHECK, RANGE_CHECK_96, SYSCALL]).toEqual([
    stepGas,
    memoryHoleGas,
    builtinGas.range_check,
    builtinGas.range_check96,
    syscallBaseGas,
  ]);
});
