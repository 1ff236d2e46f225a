import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { CasmClass } from '../../../src/cairo/casm.ts';
import { parseCasm } from '../../../src/cairo/casmJson.ts';
import type { EntryPointRun } from '../../../src/cairo/machine.ts';
import { programOfCasm } from '../../../src/cairo/program.ts';
import { keyOf, ZERO_KEY } from '../../../src/felt/key.ts';
import { NEWEST_PROTOCOL } from '../../../src/protocol/versions.ts';
import { Random } from '../random.ts';

const folder = join(
  dirname(fileURLToPath(import.meta.url)),
  '../../../node_modules/@hyperlane-xyz/starknet-core/dist/artifacts',
);
const ENDING = '.compiled_contract_class.js';

/** The names of the real compiled classes in the development dependency. */
export const hyperlaneNames = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort();

/** One of those classes. */
export async function hyperlaneClass(name: string): Promise<CasmClass> {
  const module = (await import(pathToFileURL(join(folder, name + ENDING)).href)) as Record<string, unknown>;
  return parseCasm(Object.values(module)[0]);
}

/** Runs five entry points of every nth class with unusual calldata. `random` continues from class to class. */
export async function* hyperlaneRuns(
  nth: number,
): AsyncGenerator<{ readonly name: string; readonly run: EntryPointRun; readonly random: Random }> {
  for (const name of hyperlaneNames().filter((_, i) => i % nth === 0)) {
    const casm = await hyperlaneClass(name);
    const program = programOfCasm(casm);
    const random = new Random(name.length);
    for (const { offset, builtins } of Object.values(casm.entryPointsByType).flat().slice(0, 5)) {
      const calldata = Array.from({ length: random.below(6) }, () => keyOf(random.oddFelt()));
      const initialGas = 10_000_000_000n - 10_000n;
      const run = { program, offset, builtins, calldata, initialGas, selector: ZERO_KEY, constants: NEWEST_PROTOCOL };
      yield { name, random, run };
    }
  }
}
