import { ARITHMETIC_HINTS } from './arithmetic.ts';
import { CIRCUIT_HINTS } from './circuitHints.ts';
import { COMPARISON_HINTS } from './comparison.ts';
import type { CoreHintRules } from './coreHint.ts';
import { CURVE_HINTS } from './curveHints.ts';
import { DEPRECATED_HINTS } from './deprecatedHints.ts';
import { DICTIONARY_HINTS } from './dictionaryHints.ts';
import { MEMORY_HINTS } from './memoryHints.ts';

const ALL = {
  ...MEMORY_HINTS,
  ...ARITHMETIC_HINTS,
  ...COMPARISON_HINTS,
  ...CURVE_HINTS,
  ...DICTIONARY_HINTS,
  ...CIRCUIT_HINTS,
  ...DEPRECATED_HINTS,
};

export type CoreHintName = keyof typeof ALL;

/** Every hint a compiled class may hold, system calls apart. */
export const CORE_HINTS: Readonly<Record<CoreHintName, CoreHintRules>> = ALL;
