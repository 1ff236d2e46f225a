import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { compareCasm } from '../test/support/compareCasm.ts';
import type { Area, CaseResult } from './area.ts';

const SIERRA = '.contract_class.json.gz';
const CASM = '.compiled_contract_class.json.gz';

const read = (file: string) => JSON.parse(gunzipSync(readFileSync(file)).toString());

/** The pairs of Sierra and CASM that a release of the Cairo compiler packs with its tests, in folders named by the release. */
export const sierraOfficial: Area = {
  name: 'sierra-official',
  async *run(shared): AsyncIterable<CaseResult> {
    const corpus = join(shared, 'corpus');
    for (const release of readdirSync(corpus).filter((name) => name.startsWith('cairo-')))
      for (const file of readdirSync(join(corpus, release))) {
        if (!file.endsWith(SIERRA) || file.endsWith(CASM)) continue;
        const name = file.slice(0, -SIERRA.length);
        const compiled = join(corpus, release, name + CASM);
        if (!existsSync(compiled)) continue;
        const id = `${release} ${name}`;
        let detail: string | undefined;
        try {
          detail = compareCasm(read(join(corpus, release, file)), read(compiled));
        } catch (error) {
          detail = String(error instanceof Error ? error.stack : error);
        }
        yield detail === undefined ? { id, outcome: 'equal' } : { id, outcome: 'different', detail };
      }
  },
};
