import type { FeltKey } from '../../felt/key.ts';
import type { CodePlace } from '../callObserver.ts';

/** Finds the location in the Cairo source (`file:line`) of an instruction of a class; undefined if it is unknown. */
export type LocateCode = (classHash: FeltKey, offset: number) => string | undefined;

/** The known source locations of an error, innermost first, without duplicates. */
export function locationsOf(places: readonly CodePlace[], locate: LocateCode): readonly string[] {
  const found = new Set<string>();
  for (const { classHash, offsets } of places.toReversed())
    for (const offset of offsets) {
      const location = locate(classHash, offset);
      if (location !== undefined) found.add(location);
    }
  return [...found];
}

/** The annotation under which the Cairo compiler writes source locations into a class file. */
const ANNOTATION = 'github.com/software-mansion/cairo-coverage';

/**
 * Returns a function that finds the source location of an offset in the bytecode. `statementOffsets[i]` is the offset of
 * statement i of the Sierra program; `debugInfo` is `sierra_program_debug_info` of the class file.
 */
export function sourceLocations(
  debugInfo: unknown,
  statementOffsets: ArrayLike<number>,
): (offset: number) => string | undefined {
  const statements = codeLocations(debugInfo);
  return (offset) => {
    let statement = lastAtOrBefore(statementOffsets, offset);
    // Statements without code have the same offset as the next one. The last of them produced the instruction.
    while (
      statement > 0 &&
      !statements.has(statement) &&
      statementOffsets[statement - 1] === statementOffsets[statement]
    )
      statement--;
    return statements.get(statement);
  };
}

function codeLocations(debugInfo: unknown): Map<number, string> {
  const locations = new Map<number, string>();
  const table = at(at(at(debugInfo, 'annotations'), ANNOTATION), 'statements_code_locations');
  if (typeof table !== 'object' || table === null) return locations;
  for (const [statement, spans] of Object.entries(table)) {
    const span: unknown = Array.isArray(spans) ? spans[0] : undefined;
    if (!Array.isArray(span) || typeof span[0] !== 'string') continue;
    const line = at(at(span[1], 'start'), 'line');
    // The compiler counts lines from 0, editors from 1.
    if (typeof line === 'number') locations.set(Number(statement), `${span[0]}:${line + 1}`);
  }
  return locations;
}

const at = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;

/** The index of the last number that is at most the limit, or -1. The numbers are ascending. */
function lastAtOrBefore(numbers: ArrayLike<number>, limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
