import { isCoreFile, isGeneratedName, isMacroName, type SourceSpan } from './stackFrame.ts';

/** A place of a statement in the source, and the name of its function as far as debug information has it. */
export interface NamedPlace {
  readonly span: SourceSpan;
  readonly isMacro: boolean | undefined;
  readonly name: string | undefined;
}

/**
 * The function that a macro stands in, which debug information names after the macro. `places` are those of the statement, innermost
 * first, `at` is that of the macro, and `compiled` is the function that the statement is compiled into.
 */
export type AroundMacro = (
  places: readonly NamedPlace[],
  at: number,
  compiled: string | undefined,
) => string | undefined;

/**
 * Finds the functions around macros. Outermost, it is the function that the statement was compiled into. In a function that was inlined, other
 * statements of the same call have its name, unless the macro is all that it consists of.
 */
export function aroundMacros(statements: () => Iterable<readonly NamedPlace[]>): AroundMacro {
  let byCall: ReadonlyMap<string, string> | undefined;
  return (places, at, compiled) => {
    if (at === places.length - 1) return compiled === undefined ? undefined : functionOf(compiled);
    byCall ??= functionsByCall(statements());
    return byCall.get(callId(places, at));
  };
}

/** The functions of the user that were inlined, by the places that they were called from. */
function functionsByCall(statements: Iterable<readonly NamedPlace[]>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const places of statements)
    for (let i = 0; i < places.length - 1; i++) {
      const { span, isMacro, name } = places[i]!;
      if (name === undefined || isMacro === true || isCoreFile(span.file) || isMacroName(name) || isGeneratedName(name))
        continue;
      const id = callId(places, i);
      if (!found.has(id)) found.set(id, name);
    }
  return found;
}

/** The file of an inlined function, and the places that it was called from. */
const callId = (places: readonly NamedPlace[], at: number): string =>
  [
    places[at]!.span.file,
    ...places
      .slice(at + 1)
      .map(({ span }) => [span.file, span.line, span.column, span.endLine, span.endColumn].join(':')),
  ].join('|');

/**
 * The function of a compiled one: loops and specialized copies are functions of their own, such as `largest[89-165]{NotSpecialized, }`. So are
 * closures, but their names say nothing of the function that they stand in: only its source knows it.
 */
function functionOf(compiled: string): string | undefined {
  if (compiled.includes('{closure@')) return undefined;
  const name = compiled.replace(/(?:\[\d+-\d+\]|\{[^{}]*\})+$/, '');
  return isGeneratedName(name) ? undefined : name;
}
