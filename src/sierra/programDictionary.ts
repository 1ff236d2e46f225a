import type { Felt } from '../felt/felt.ts';

/** The felts at the start of a `sierra_program` that are versions. */
export const VERSION_FELTS = 6;

/**
 * The felts that the words of a program stand for, among them all its constants. After the versions come their number and a padding,
 * and after them the packed words, which are nine tenths of a program. A list that is not a program has any felts.
 */
export function programDictionary(sierraProgram: readonly Felt[]): readonly Felt[] {
  const start = VERSION_FELTS + 2;
  return sierraProgram.slice(start, start + Number(sierraProgram[VERSION_FELTS] ?? 0n));
}
