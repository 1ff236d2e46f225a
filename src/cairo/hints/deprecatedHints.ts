import { shiftPointer } from '../cells.ts';
import type { CoreHint } from './coreHint.ts';
import { addressOf, bufferOfOperand, cellOfOperand, feltOfOperand } from './operand.ts';

// Assertions from compilers before 2.0. The code after them makes the same checks, so the network skips them.
const skipped: CoreHint = () => {};

/** Hints that occur only in CASM from old compilers. */
export const DEPRECATED_HINTS = {
  AssertCurrentAccessIndicesIsEmpty: skipped,
  AssertAllAccessesUsed: skipped,
  AssertAllKeysUsed: skipped,
  AssertLeAssertThirdArcExcluded: skipped,
  AssertLtAssertValidInput: skipped,
  Felt252DictRead(host, [dict, key], [dst]) {
    const end = bufferOfOperand(host, dict!);
    host.set(addressOf(host, dst!), host.scope.dictionaries.read(end, feltOfOperand(host, key!)));
  },
  Felt252DictWrite(host, [dict, key, value]) {
    const end = bufferOfOperand(host, dict!);
    const felt = feltOfOperand(host, key!);
    const cell = cellOfOperand(host, value!);
    host.set(shiftPointer(end, 1), host.scope.dictionaries.read(end, felt));
    host.scope.dictionaries.write(end, felt, cell);
  },
} as const satisfies Record<string, CoreHint>;
