import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { CasmClass } from '../src/cairo/casm.ts';
import { parseCasm } from '../src/cairo/casmJson.ts';
import { compileClass } from '../src/classes/compileClass.ts';
import type { DeclaredClass } from '../src/classes/declaredClass.ts';
import { readDefinition } from '../src/classes/readDefinition.ts';
import { sierraDeclaredClass } from '../src/classes/sierraDeclaredClass.ts';
import type { Recorded } from './recorded.ts';

/** Sierra classes with a compiled form that was recorded beside them. */
export class ClassLibrary {
  readonly #casmFiles = new Map<string, string>();

  constructor(shared: string) {
    for (const folder of ['artifacts', 'corpus/sierra-casm/contracts']) {
      for (const file of readdirSync(join(shared, folder))) {
        if (!/\.sierra\.json(\.gz)?$/.test(file)) continue;
        const id = basename(file).replace(/\.sierra\.json(\.gz)?$/, '');
        const casm = [
          join(shared, folder, `${id}.casm.json`),
          join(shared, 'corpus/sierra-casm/regenerated', `${id}.casm.json.gz`),
          join(shared, folder, `${id}.casm.json.gz`),
        ].find(existsSync);
        if (casm) this.#casmFiles.set(fingerprint(readJson(join(shared, folder, file))), casm);
      }
    }
  }

  /** The recorded compiled form of a class. */
  casmOf(sierra: Recorded): CasmClass | undefined {
    const file = this.#casmFiles.get(fingerprint(sierra));
    return file === undefined ? undefined : parseCasm(readJson(file));
  }

  declared(sierra: Recorded): DeclaredClass | undefined {
    const definition = readDefinition(sierra);
    const casm = this.casmOf(sierra);
    if (casm && definition.kind === 'sierra') return sierraDeclaredClass(definition, casm);
    try {
      return compileClass(definition);
    } catch {
      return undefined;
    }
  }
}

export function readJson(file: string): Recorded {
  const bytes = readFileSync(file);
  return JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
}

const fingerprint = (sierra: Recorded): string => `${sierra.sierra_program.length}:${sierra.sierra_program.join()}`;
