// Our own test contracts, compiled here from the committed Sierra.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCasm } from '../../src/cairo/casmJson.ts';
import type { DeclaredClass, SierraDefinition } from '../../src/classes/declaredClass.ts';
import { readDefinition } from '../../src/classes/readDefinition.ts';
import { sierraDeclaredClass } from '../../src/classes/sierraDeclaredClass.ts';
import { compileSierra } from '../../src/sierra/index.ts';

const compiled = new Map<string, DeclaredClass>();

/** A class of contracts/classes, ready to declare. Compiling takes seconds, so a test file shares what it compiled. */
export function contractClass(name: string): DeclaredClass {
  let declared = compiled.get(name);
  if (!declared) {
    const file = join(import.meta.dirname, `../../contracts/classes/${name}.sierra.json`);
    const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const casm = parseCasm(compileSierra(json).casm);
    compiled.set(name, (declared = sierraDeclaredClass(readDefinition(json) as SierraDefinition, casm)));
  }
  return declared;
}
