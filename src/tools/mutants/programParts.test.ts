import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { finish } from '../../async/steps.ts';
import { checkRegistry } from '../../sierra/check/registry.ts';
import { readSierraFile } from '../../sierra/class/readSierraClass.ts';
import type { SierraEntryPoints } from '../../sierra/class/sierraClass.ts';
import { checkedProgram, checkedSteps } from '../../sierra/compileContract.ts';
import type { CompiledProgram } from '../../sierra/compileProgram.ts';
import type { Program } from '../../sierra/program.ts';
import { functionRanges } from './functionRanges.ts';
import { ProgramParts } from './programParts.ts';

/** A class, its program and the parts of that. */
function read(name: string) {
  const definition = readSierraFile(JSON.parse(readFileSync(`contracts/classes/${name}.sierra.json`, 'utf8')));
  const { program, sierraVersion } = finish(checkedProgram(definition));
  return { definition, program, sierraVersion, parts: new ProgramParts(program, definition.entryPointsByType) };
}

const { definition, program, parts } = read('exerciser');

type SierraVersion = ReturnType<typeof read>['sierraVersion'];

/** Compiles a program, and gives what its code is made from beside its statements. */
function compiled(given: Program, entryPoints: SierraEntryPoints, sierraVersion: SierraVersion): CompiledProgram {
  let result: CompiledProgram | undefined;
  const checked = { sierraVersion, program: given, registry: checkRegistry(given) };
  finish(checkedSteps(checked, entryPoints, { onCompiled: (whole) => (result = whole) }));
  return result!;
}

// That of the second class has Sierra 1.3, which computes gas in another way.
test.each(['exerciser', 'steps'])('the code of a part is that of the whole program: %s', (name) => {
  const { definition, program, parts, sierraVersion } = read(name);
  if (name === 'steps') expect(sierraVersion).toMatchObject({ major: 1, minor: 3 });
  const whole = compiled(program, definition.entryPointsByType, sierraVersion);
  const sizes = new Set<number>();
  for (const { start, end } of functionRanges(program)) {
    const part = parts.of([start]);
    if (!part || sizes.has(part.program.statements.length)) continue;
    sizes.add(part.program.statements.length);
    const own = compiled(part.program, part.entryPoints, sierraVersion);
    for (let statement = start; statement < end; statement++) {
      const at = part.mutation([{ path: [], statement, change: { what: 'flip' } }])[0]!.statement;
      expect(own.metadata.gas.variables[at]).toBe(whole.metadata.gas.variables[statement]);
      expect(own.metadata.ap.align[at]).toBe(whole.metadata.ap.align[statement]);
      expect(own.metadata.tokens.variables[at]).toEqual(whole.metadata.tokens.variables[statement]);
    }
  }
  // Some parts are small, and not all of them are the whole.
  expect(sizes.size).toBeGreaterThan(5);
  expect(Math.min(...sizes)).toBeLessThan(program.statements.length / 10);
});

test('a part has the entry points that lead to the statement, and no others', () => {
  const [first] = definition.entryPointsByType.EXTERNAL;
  const { entry } = program.functions[first!.functionIdx]!;
  const part = parts.of([entry])!;
  expect(part.entryPoints.EXTERNAL.map(({ selector }) => selector)).toEqual([first!.selector]);
  expect(part.program.functions.length).toBeLessThan(program.functions.length);
});

test('a mutation with statements of two functions has the entry points of both', () => {
  const externals = definition.entryPointsByType.EXTERNAL;
  const entryOf = ({ functionIdx }: { readonly functionIdx: number }) => program.functions[functionIdx]!.entry;
  const [first] = externals;
  const last = externals.at(-1)!;
  const statements = [entryOf(first!), entryOf(last)];
  const part = parts.of(statements)!;
  expect(part.entryPoints.EXTERNAL.map(({ selector }) => selector).sort()).toEqual(
    [first!.selector, last.selector].sort(),
  );
  const moved = part.mutation(statements.map((statement) => ({ path: [], statement, change: { what: 'flip' } })));
  for (const [i, { statement }] of moved.entries())
    expect(part.program.statements[statement]!.args).toEqual(program.statements[statements[i]!]!.args);
  expect(new Set(moved.map(({ statement }) => statement)).size).toBe(2);
});

test('code that no entry point leads to has no part', () => {
  const [first] = definition.entryPointsByType.EXTERNAL;
  const alone = new ProgramParts(program, { EXTERNAL: [first!], L1_HANDLER: [], CONSTRUCTOR: [] });
  const other = definition.entryPointsByType.EXTERNAL.find(({ functionIdx }) => functionIdx !== first!.functionIdx)!;
  expect(alone.of([program.functions[other.functionIdx]!.entry])).toBeUndefined();
});
