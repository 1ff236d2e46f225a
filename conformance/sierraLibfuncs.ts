import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileProgram, programLines } from '../src/sierra/compileProgram.ts';
import { TOKENS } from '../src/sierra/solve/effects.ts';
import { parseProgram } from '../test/support/sierraText/parseProgram.ts';
import type { Area, CaseResult } from './area.ts';
import { hintDifference } from './hintText.ts';

interface LibfuncCase {
  readonly name: string;
  readonly sierra: string;
  readonly casm?: string;
  readonly function_costs?: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly enforced_costs?: string;
  readonly gas_usage_check?: boolean;
}

/** Instructions, each with the hints before it. */
function recordedLines(casm: string): { readonly line: string; readonly hints: readonly string[] }[] {
  const lines: { line: string; hints: string[] }[] = [];
  let hints: string[] = [];
  for (const [, hint, line] of casm.matchAll(/%\{([\s\S]*?)%\}|^([^%\n]*;)$/gm)) {
    if (hint !== undefined) hints.push(hint);
    else {
      lines.push({ line: line!.trim(), hints });
      hints = [];
    }
  }
  return lines;
}

function compare(given: LibfuncCase): string | undefined {
  const program = parseProgram(given.sierra);
  const enforcedCosts = new Map(
    (given.enforced_costs ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const space = line.lastIndexOf(' ');
        const id = program.names.functions.indexOf(line.slice(0, space));
        return [program.functions[id]!.entry, Number(line.slice(space + 1))];
      }),
  );
  const compiled = compileProgram(program, { gasUsageCheck: given.gas_usage_check ?? true, enforcedCosts });
  const expected = recordedLines(given.casm!);
  const lines = programLines(compiled);
  const hints = new Map(compiled.code.hints);
  for (let i = 0; i < Math.max(lines.length, expected.length); i++) {
    if (lines[i] !== expected[i]?.line) return `line ${i}: ${lines[i]}, not ${expected[i]?.line}`;
    const ours = hints.get(compiled.code.offsets[i] ?? -1) ?? [];
    const theirs = expected[i]!.hints;
    if (ours.length !== theirs.length) return `line ${i}: ${ours.length} hints, not ${theirs.length}`;
    for (const [k, hint] of ours.entries()) {
      const difference = hintDifference(hint, theirs[k]!);
      if (difference !== undefined) return `hint of line ${i}: ${difference}`;
    }
  }
  for (const [name, costs] of Object.entries(given.function_costs ?? {})) {
    const id = program.names.functions.indexOf(name);
    const ours: Record<string, number> = {};
    const amount = compiled.metadata.gas.functions[id]!;
    if (amount !== 0) ours['Const'] = amount;
    TOKENS.forEach((token, i) => {
      const uses = compiled.metadata.tokens.functions[id]?.[i] ?? 0;
      if (uses !== 0) ours[token] = uses;
    });
    const sorted = (of: Readonly<Record<string, number>>) =>
      JSON.stringify(
        Object.entries(of)
          .filter(([, n]) => n !== 0)
          .sort(),
      );
    if (sorted(ours) !== sorted(costs)) return `cost of ${name}: ${sorted(ours)}, not ${sorted(costs)}`;
  }
  return undefined;
}

/** Compares one libfunc, or one small program, per case: assembly and function costs. */
export const sierraLibfuncs: Area = {
  name: 'sierra-libfuncs',
  async *run(shared: string): AsyncIterable<CaseResult> {
    const folder = join(shared, 'corpus/sierra-casm/libfuncs');
    for (const file of readdirSync(folder).sort()) {
      if (file === 'errors.json' || file === 'segmentation.json') continue;
      const { cases } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { cases: readonly LibfuncCase[] };
      for (const given of cases) {
        if (given.casm === undefined) continue;
        let detail: string | undefined;
        try {
          detail = compare(given);
        } catch (error) {
          detail = String(error instanceof Error ? error.stack : error);
        }
        const id = `${file.replace('.json', '')}/${given.name}`;
        yield detail === undefined ? { id, outcome: 'equal' } : { id, outcome: 'different', detail };
      }
    }
  },
};
