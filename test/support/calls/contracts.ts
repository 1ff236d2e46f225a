// Our own test contracts, compiled here from the committed Sierra.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileClass } from '../../../src/classes/compileClass.ts';
import type { DeclaredClass } from '../../../src/classes/declaredClass.ts';
import { readClass } from '../../../src/classes/readClass.ts';

const compiled = new Map<string, DeclaredClass>();

/** A class of contracts/classes, ready to declare. Compiling takes seconds, so each test file compiles a class once. */
export function contractClass(name: string): DeclaredClass {
  let declared = compiled.get(name);
  if (!declared) {
    const file = join(import.meta.dirname, `../../../contracts/classes/${name}.sierra.json`);
    const definition = readClass(JSON.parse(readFileSync(file, 'utf8')));
    compiled.set(name, (declared = compileClass(definition)));
  }
  return declared;
}
