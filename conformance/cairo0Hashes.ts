import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cairo0ClassHash, hintedClassHash } from '../src/classes/cairo0ClassHash.ts';
import type { Cairo0Class } from '../src/classes/declaredClass.ts';
import { readClassText } from '../src/classes/readClassText.ts';
import { formatFelt } from '../src/felt/felt.ts';
import type { Area } from './area.ts';
import { corpusJson, corpusText } from './sierraCorpus.ts';

/** Compares class hashes of Cairo 0 classes with the published ones. */
export const cairo0Hashes: Area = {
  name: 'cairo0-hashes',
  async *run(shared) {
    for (const file of readdirSync(join(shared, 'corpus/sierra-casm/cairo0'))) {
      const id = /^(.*)\.json\.gz$/.exec(file)?.[1];
      if (!id) continue;
      const published = corpusJson<Record<string, string>>(shared, `cairo0/${id}.hashes.json`);
      const cairo0 = readClassText(corpusText(shared, `cairo0/${file}`)) as Cairo0Class;
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
