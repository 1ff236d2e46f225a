import type { DebugClass } from './debugClass.ts';
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
  for (const own of classes) {
    if (!own.hasSource || own.placeAt.length === 0) continue;
    for (const place of own.places)
      if (place.file !== undefined && place.line >= line && place.line < (found ?? Number.POSITIVE_INFINITY))
        if (isSameFile(place.file, file)) found = place.line;
  }
  return found;
}

/** Whether the condition of a breakpoint holds. One that cannot be evaluated stops, so that the user sees it. */
export function conditionHolds({ condition }: BreakOptions, locals: () => readonly DebugVariable[]): boolean {
  if (condition === undefined || condition.trim() === '') return true;
  try {
    return holds(condition, locals());
  } catch {
    return true;
  }
}
