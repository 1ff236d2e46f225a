import { shiftPointer } from '../cells.ts';
import type { CoreHintRules } from './coreHint.ts';
import { addressOf, bufferOfOperand, cellOfOperand, feltOfOperand } from './operand.ts';

// Assertions of compilers before 2.0: the code after them checks the same, so the network skips them.
const skipped = (...ins: string[]): CoreHintRules => ({ ins, outs: [], run() {} });

/** Hints that only CASM of old compilers holds. */
export const DEPRECATED_HINTS = {
  AssertCurrentAccessIndicesIsEmpty: skipped(),
  AssertAllAccessesUsed: { ins: [], outs: ['n_used_accesses'], run() {} },
  AssertAllKeysUsed: skipped(),
  AssertLeAssertThirdArcExcluded: skipped(),
  AssertLtAssertValidInput: skipped('a', 'b'),
  Felt252DictRead: {
    ins: ['dict_ptr', 'key'],
    outs: ['value_dst'],
    run(host, [dict, key], [dst]) {
      const end = bufferOfOperand(host, dict!);
      host.set(addressOf(host, dst!), host.scope.dictionaries.read(end, feltOfOperand(host, key!)));
    },
  },
  Felt252DictWrite: {
    ins: ['dict_ptr', 'key', 'value'],
    outs: [],
    run(host, [dict, key, value]) {
      const end = bufferOfOperand(host, dict!);
      const felt = feltOfOperand(host, key!);
      const cell = cellOfOperand(host, value!);
      host.set(shiftPointer(end, 1), host.scope.dictionaries.read(end, felt));
      host.scope.dictionaries.write(end, felt, cell);
    },
  },
} as const satisfies Record<string, CoreHintRules>;
