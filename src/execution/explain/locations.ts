import type { FeltKey } from '../../felt/key.ts';
import type { CodePlace } from '../callObserver.ts';

/** Finds the place in the Cairo source (`file:line`) of an instruction of a class; undefined when it is not known. */
export type LocateCode = (classHash: FeltKey, offset: number) => string | undefined;

/** The known places of an error in the source, innermost first, each once. */
export function locationsOf(places: readonly CodePlace[], locate: LocateCode): readonly string[] {
  const found = new Set<string>();
  for (const { classHash, offsets } of places.toReversed())
    for (const offset of offsets) {
      const location = locate(classHash, offset);
      if (location !== undefined) found.add(location);
    }
  return [...found];
}

/** Debug information of a class file as the Cairo compiler writes it when asked for code locations. */
const ANNOTATION = 'github.com/software-mansion/cairo-coverage';

/**
 * Places in the source by offset in the bytecode. `statementOffsets[i]` is where statement i of the Sierra program starts
 * in the bytecode; `debugInfo` is `sierra_program_debug_info` of the class file.
 */
export function sourceLocations(
  debugInfo: unknown,
  statementOffsets: ArrayLike<number>,
): (offset: number) => string | undefined {
  const statements = codeLocations(debugInfo);
  return (offset) => {
    let statement = lastAtOrBefore(statementOffsets, offset);
    // Statements without code of their own share an offset with the next: the last of them made the instruction.
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
    // The compiler counts lines from 0, people from 1.
    if (typeof line === 'number') locations.set(Number(statement), `${span[0]}:${line + 1}`);
  }
  return locations;
}

const at = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;

/** The index of the last of ascending numbers that is at most the limit, -1 when there is none. */
function lastAtOrBefore(numbers: ArrayLike<number>, limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
