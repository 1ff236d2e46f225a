import { parseCasm } from '../src/cairo/casmJson.ts';
import { formatFelt } from '../src/felt/felt.ts';
import { readSierraFile } from '../src/sierra/class/readSierraClass.ts';
import { compiledClassHash, compiledClassHashPoseidon } from '../src/sierra/hash/compiledClassHash.ts';
import { sierraClassHash } from '../src/sierra/hash/sierraClassHash.ts';
import type { Area, CaseResult } from './area.ts';
import { corpusContracts, corpusJson } from './sierraCorpus.ts';

const compare = (id: string, ours: string, published: string): CaseResult =>
  ours === published
    ? { id, outcome: 'equal' }
    : { id, outcome: 'different', detail: `${ours}, published ${published}` };

/** Compares Sierra and compiled class hashes of the corpus with the published ones. */
export const classHashes: Area = {
  name: 'class-hashes',
  async *run(shared) {
    for (const contract of corpusContracts(shared)) {
      if (contract.casm_file) {
        const casm = parseCasm(corpusJson(shared, contract.casm_file));
        if (contract.compiled_class_hash_blake)
          yield compare(
            `${contract.id} blake`,
            formatFelt(compiledClassHash(casm)),
            contract.compiled_class_hash_blake,
          );
        if (contract.compiled_class_hash_poseidon)
          yield compare(
            `${contract.id} poseidon`,
            formatFelt(compiledClassHashPoseidon(casm)),
            contract.compiled_class_hash_poseidon,
          );
      }
      const published = contract.known_hashes?.sierra_class_hash;
      if (published) {
        const hash = sierraClassHash(readSierraFile(corpusJson(shared, contract.sierra_file)));
        yield compare(`${contract.id} sierra`, formatFelt(hash), published);
      }
    }
  },
};
