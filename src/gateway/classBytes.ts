import type { Felt } from '../felt/felt.ts';
import type { SierraClass } from '../sierra/class/sierraClass.ts';

/** A felt of a program at its longest: 0x, 63 digits, quotes and a comma. */
const LONGEST_WORD = 68;
/** An entry point at its longest, with its comma. */
const LONGEST_ENTRY_POINT = 120;
/** Names of members, brackets and versions. */
const FRAME = 300;

const TEXT = new TextEncoder();

/** Whether the JSON of a class has more bytes than allowed. COST: nearly all classes are small enough at any rate, and are not written. */
export function hasMoreBytes(contractClass: SierraClass, most: number): boolean {
  const { sierraProgram, entryPointsByType: points, abi } = contractClass;
  const pointCount = points.CONSTRUCTOR.length + points.EXTERNAL.length + points.L1_HANDLER.length;
  // A character of a JSON text has at most six bytes: a control character becomes \u0000.
  const upper = FRAME + sierraProgram.length * LONGEST_WORD + pointCount * LONGEST_ENTRY_POINT + abi.length * 6;
  return upper > most && classBytes(contractClass) > most;
}

/** The bytes of a class as the gateway writes it before it compares them with the limit. */
function classBytes({ sierraProgram, contractClassVersion, entryPointsByType, abi }: SierraClass): number {
  const words = sierraProgram.reduce((sum, word) => sum + hexDigits(word) + '"0x",'.length, 0);
  const rest = JSON.stringify({
    sierra_program: [],
    contract_class_version: contractClassVersion,
    entry_points_by_type: Object.fromEntries(
      Object.entries(entryPointsByType).map(([type, points]) => [
        type,
        points.map(({ functionIdx, selector }) => ({
          function_idx: functionIdx,
          selector: `0x${selector.toString(16)}`,
        })),
      ]),
    ),
    abi,
  });
  // The last word has no comma.
  return Math.max(words - 1, 0) + TEXT.encode(rest).length;
}

const hexDigits = (word: Felt): number => word.toString(16).length;
