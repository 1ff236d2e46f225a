import { shiftPointer } from '../cells.ts';
import type { CoreHint } from './coreHint.ts';
import { addressOf, bufferOfOperand, cellOfOperand, feltOfOperand } from './operand.ts';

// Assertions of compilers before 2.0: the code after them checks the same, so the network skips them.
const skipped: CoreHint = () => {};

/** Hints that only CASM of old compilers holds. */
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
