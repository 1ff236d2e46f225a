import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A class of the corpus, as its manifest describes it. */
export interface CorpusContract {
  readonly id: string;
  readonly sierra_version: string;
  readonly sierra_file: string;
  readonly casm_file: string | null;
  readonly casm_compiler_version: string | null;
  readonly compiled_class_hash_blake?: string;
  readonly compiled_class_hash_poseidon?: string;
  readonly known_hashes?: { readonly sierra_class_hash?: string; readonly compiled_class_hash?: string };
}

/** The text of a corpus file, unpacked; `file` is relative to the corpus. */
export function corpusText(shared: string, file: string): string {
  const path = join(shared, 'corpus/sierra-casm', file);
  const packed = existsSync(path) ? path : `${path}.gz`;
  const bytes = readFileSync(packed);
  return (packed.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
}

export function corpusJson<T>(shared: string, file: string): T {
  return JSON.parse(corpusText(shared, file)) as T;
}

export const corpusContracts = (shared: string): readonly CorpusContract[] => corpusJson(shared, 'contracts.json');
