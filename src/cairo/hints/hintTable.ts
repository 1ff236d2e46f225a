import type { HintName } from '../hintFields.ts';
import { ARITHMETIC_HINTS } from './arithmetic.ts';
import { CIRCUIT_HINTS } from './circuitHints.ts';
import { COMPARISON_HINTS } from './comparison.ts';
import type { CoreHint } from './coreHint.ts';
import { CURVE_HINTS } from './curveHints.ts';
import { DEPRECATED_HINTS } from './deprecatedHints.ts';
import { DICTIONARY_HINTS } from './dictionaryHints.ts';
import { MEMORY_HINTS } from './memoryHints.ts';

/** A hint that runs without the executor: all except syscalls and the hints that contracts must not contain. */
export type CoreHintName = Exclude<HintName, 'SystemCall' | 'Cheatcode'>;

/** The implementations of all hints that a compiled class may contain, except syscalls. */
export const CORE_HINTS: Readonly<Record<CoreHintName, CoreHint>> = {
  ...MEMORY_HINTS,
  ...ARITHMETIC_HINTS,
  ...COMPARISON_HINTS,
  ...CURVE_HINTS,
  ...DICTIONARY_HINTS,
  ...CIRCUIT_HINTS,
  ...DEPRECATED_HINTS,
};
