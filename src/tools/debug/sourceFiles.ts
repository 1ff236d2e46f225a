import type { DebugClass } from './debugClass.ts';

/** A source file of classes. */
export interface SourceFile {
  readonly name: string;
  /** The contracts that were built from it. */
  readonly contracts: readonly string[];
  /** Its lines with code, ascending, which are those that breakpoints stop at. */
  readonly codeLines: readonly number[];
}

/** The source files of classes, each class once. */
export function sourceFiles(classes: ReadonlySet<DebugClass>): readonly SourceFile[] {
  const files = new Map<string, { readonly contracts: Set<string>; readonly lines: Set<number> }>();
  for (const own of classes)
    for (const { file, line } of own.sourceLines) {
      let found = files.get(file);
      if (!found) files.set(file, (found = { contracts: new Set(), lines: new Set() }));
      found.contracts.add(own.name);
      found.lines.add(line);
    }
  return [...files].map(([name, { contracts, lines }]) => ({
    name,
    contracts: [...contracts],
    codeLines: [...lines].sort((a, b) => a - b),
  }));
}
