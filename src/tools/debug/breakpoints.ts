import { type DebugClass, isOwn } from './debugClass.ts';
import type { BreakOptions } from './debuggerTypes.ts';
import type { DebugVariable } from './debugValue.ts';
import { holds } from './evaluate.ts';

/** Whether a path ends with the folders and the name of another one. */
export function isSameFile(path: string, end: string): boolean {
  const [whole, part] = [normal(path), normal(end)];
  return whole === part || whole.endsWith(`/${part.replace(/^\.?\//, '')}`);
}

// Editors and compilers write the letter of a Windows drive differently.
const normal = (path: string): string => path.replaceAll('\\', '/').replace(/^[A-Z]:/, (drive) => drive.toLowerCase());

/** The first line with code at or behind a line of a file. */
export function lineWithCode(file: string, line: number, classes: Iterable<DebugClass>): number | undefined {
  let found: number | undefined;
  for (const own of classes)
    for (const place of own.sourceLines)
      if (place.line >= line && place.line < (found ?? Number.POSITIVE_INFINITY) && isSameFile(place.file, file))
        found = place.line;
  return found;
}

/**
 * The instructions at which a function starts, also where the compiler inlined it. The name is a Cairo path, or the end of one:
 * `transfer`, `ERC20::transfer`.
 */
export function functionStarts(name: string, own: DebugClass): readonly number[] {
  const wanted = name.trim().replace(/\(\)$/, '');
  if (wanted === '') return [];
  const isNamed = (path: string | undefined) => {
    const plain = path?.replace(/::<.*$/s, '');
    return plain !== undefined && (plain === wanted || plain.endsWith(`::${wanted}`));
  };
  if (!own.hasSource) return [...own.names.functions].flatMap(([id, path]) => (isNamed(path) ? own.entryOf(id) : []));
  const found: number[] = [];
  let [before, wasInside] = [-1, false];
  for (const pc of own.pcsOf(() => true)) {
    const inside = own.framesAt(pc).some((frame) => isOwn(frame) && isNamed(frame.functionName));
    const functionId = own.functionOf(own.statementAt(pc));
    if (inside && !(wasInside && functionId === before)) found.push(pc);
    [before, wasInside] = [functionId, inside];
  }
  return found;
}

/** Whether the condition of a breakpoint holds. One that cannot be evaluated stops, and `onFault` is told why. */
export function conditionHolds(
  { condition }: BreakOptions,
  locals: () => readonly DebugVariable[],
  onFault?: (message: string) => void,
): boolean {
  if (condition === undefined || condition.trim() === '') return true;
  try {
    return holds(condition, locals());
  } catch (error) {
    onFault?.(`Condition ${condition}: ${(error as Error).message}`);
    return true;
  }
}
