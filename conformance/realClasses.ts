import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { cairo0ClassHash } from '../src/classes/cairo0ClassHash.ts';
import type { Cairo0Class } from '../src/classes/declaredClass.ts';
import { readClass } from '../src/classes/readClass.ts';
import { type Felt, formatFelt } from '../src/felt/felt.ts';
import { parseJson } from '../src/json/parseJson.ts';
import { sourceLimits } from '../src/protocol/sourceLimits.ts';
import { readSierraFile } from '../src/sierra/class/readSierraClass.ts';
import { compileContract } from '../src/sierra/compileContract.ts';
import { compiledClassHash } from '../src/sierra/hash/compiledClassHash.ts';
import { sierraClassHash } from '../src/sierra/hash/sierraClassHash.ts';
import type { Area, CaseResult } from './area.ts';

interface RealClass {
  readonly kind: 'sierra' | 'cairo0';
  readonly class_hash: string;
  readonly compiled_class_hash_blake: string | null;
  readonly class: unknown;
}

/** Classes of the networks: their class hashes, and the compiled class hashes of what our compiler makes of them. */
export const realClasses: Area = {
  name: 'real-classes',
  async *run(shared): AsyncIterable<CaseResult> {
    const folder = join(shared, 'real/classes');
    if (!existsSync(folder)) return;
    for (const file of readdirSync(folder)) {
      // The hash of a Cairo 0 class covers the digits of its numbers, so they are read exactly.
      const text = gunzipSync(readFileSync(join(folder, file))).toString();
      const real = parseJson(text, sourceLimits.fileJson) as unknown as RealClass;
      if (real.kind === 'cairo0') {
        const cairo0 = readClass(real.class) as Cairo0Class;
        yield compare(`${real.class_hash} cairo0`, () => cairo0ClassHash(cairo0), real.class_hash);
        continue;
      }
      const sierra = readSierraFile(real.class);
      yield compare(`${real.class_hash} sierra`, () => sierraClassHash(sierra), real.class_hash);
      const network = real.compiled_class_hash_blake;
      if (network !== null)
        yield compare(`${real.class_hash} casm`, () => compiledClassHash(compileContract(sierra)), network);
    }
  },
};

function compare(id: string, hash: () => Felt, network: string): CaseResult {
  try {
    const ours = formatFelt(hash());
    return ours === network
      ? { id, outcome: 'equal' }
      : { id, outcome: 'different', detail: `${ours}, of the network ${network}` };
  } catch (error) {
    return { id, outcome: 'different', detail: String(error instanceof Error ? error.stack : error) };
  }
}
