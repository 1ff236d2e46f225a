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

const definition = readSierraFile(JSON.parse(readFileSync('contracts/classes/exerciser.sierra.json', 'utf8')));
const { program, sierraVersion } = finish(checkedProgram(definition));
const parts = new ProgramParts(program, definition.entryPointsByType);

/** Compiles a program, and gives what its code is made from beside its statements. */
function compiled(given: Program, entryPoints: SierraEntryPoints): CompiledProgram {
  let result: CompiledProgram | undefined;
  const checked = { sierraVersion, program: given, registry: checkRegistry(given) };
  finish(checkedSteps(checked, entryPoints, { onCompiled: (whole) => (result = whole) }));
  return result!;
}

test('the code of a part is that of the whole program', () => {
  const whole = compiled(program, definition.entryPointsByType);
  const sizes = new Set<number>();
  for (const { start, end } of functionRanges(program)) {
    const part = parts.of([start]);
    if (!part || sizes.has(part.program.statements.length)) continue;
    sizes.add(part.program.statements.length);
    const own = compiled(part.program, part.entryPoints);
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

test('code that no entry point leads to has no part', () => {
  const [first] = definition.entryPointsByType.EXTERNAL;
  const alone = new ProgramParts(program, { EXTERNAL: [first!], L1_HANDLER: [], CONSTRUCTOR: [] });
  const other = definition.entryPointsByType.EXTERNAL.find(({ functionIdx }) => functionIdx !== first!.functionIdx)!;
  expect(alone.of([program.functions[other.functionIdx]!.entry])).toBeUndefined();
});
