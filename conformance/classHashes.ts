import { parseCasm } from '../src/cairo/casmJson.ts';
import { formatFelt, parseFelt } from '../src/felt/felt.ts';
import { compiledClassHash, compiledClassHashPoseidon } from '../src/sierra/hash/compiledClassHash.ts';
import { abiText, type SierraClassParts, sierraClassHash } from '../src/sierra/hash/sierraClassHash.ts';
import type { Area, CaseResult } from './area.ts';
import { corpusContracts, corpusJson } from './sierraCorpus.ts';

interface SierraJson {
  readonly sierra_program: readonly string[];
  readonly abi: unknown;
  readonly entry_points_by_type: Readonly<
    Record<'EXTERNAL' | 'L1_HANDLER' | 'CONSTRUCTOR', readonly { selector: string; function_idx: number }[]>
  >;
}

const compare = (id: string, ours: string, published: string): CaseResult =>
  ours === published
    ? { id, outcome: 'equal' }
    : { id, outcome: 'different', detail: `${ours}, published ${published}` };

/** Sierra and compiled class hashes of the corpus against the published ones. */
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
        const hash = sierraClassHash(sierraParts(corpusJson(shared, contract.sierra_file)));
        yield compare(`${contract.id} sierra`, formatFelt(hash), published);
      }
    }
  },
};

function sierraParts(json: SierraJson): SierraClassParts {
  const entryPoints = (type: 'EXTERNAL' | 'L1_HANDLER' | 'CONSTRUCTOR') =>
    json.entry_points_by_type[type].map(({ selector, function_idx }) => ({
      selector: parseFelt(selector)!,
      functionIdx: function_idx,
    }));
  return {
    sierraProgram: json.sierra_program.map((felt) => parseFelt(felt)!),
    entryPointsByType: {
      EXTERNAL: entryPoints('EXTERNAL'),
      L1_HANDLER: entryPoints('L1_HANDLER'),
      CONSTRUCTOR: entryPoints('CONSTRUCTOR'),
    },
    abi: abiText(json.abi),
  };
}
