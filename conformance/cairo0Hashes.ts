import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { formatFelt } from '../src/felt/felt.ts';
import { parseJson } from '../src/json/parseJson.ts';
import { limits } from '../src/protocol/limits.ts';
import { cairo0ClassHash, cairo0ClassOf, hintedClassHash } from '../src/sierra/hash/cairo0ClassHash.ts';
import type { Area } from './area.ts';
import { corpusJson, corpusText } from './sierraCorpus.ts';

/** Class hashes of Cairo 0 classes against the published ones. */
export const cairo0Hashes: Area = {
  name: 'cairo0-hashes',
  async *run(shared) {
    for (const file of readdirSync(join(shared, 'corpus/sierra-casm/cairo0'))) {
      const id = /^(.*)\.json\.gz$/.exec(file)?.[1];
      if (!id) continue;
      const published = corpusJson<Record<string, string>>(shared, `cairo0/${id}.hashes.json`);
      const cairo0 = cairo0ClassOf(parseJson(corpusText(shared, `cairo0/${file}`), limits.fileJson));
      const ours = {
        class_hash: formatFelt(cairo0ClassHash(cairo0)),
        hinted_class_hash: formatFelt(hintedClassHash(cairo0)),
      };
      for (const [name, hash] of Object.entries(ours))
        yield hash === published[name]
          ? { id: `${id} ${name}`, outcome: 'equal' }
          : { id: `${id} ${name}`, outcome: 'different', detail: `${hash}, published ${published[name]}` };
    }
  },
};
