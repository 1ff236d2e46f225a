import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { artifactNames, loadArtifact } from '../test/sierra/artifacts.ts';
import { corpusContracts, corpusJson } from './sierraCorpus.ts';

/** A Sierra class that can be compiled. */
export interface ClassToCompile {
  readonly id: string;
  /** Its JSON, as published. */
  read(): SierraJson;
}

export interface SierraJson {
  readonly sierra_program: readonly string[];
  readonly entry_points_by_type: unknown;
  readonly abi?: unknown;
}

const OWN_FOLDERS = ['contracts/classes', 'contracts/debugging/classes', 'contracts/failures/classes'];
const SIERRA_FILE = /^(.+?)(?<!compiled)\.(?:sierra|contract_class)\.json(?:\.gz)?$/;

export function readClassFile(file: string): SierraJson {
  const bytes = readFileSync(file);
  return JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString());
}

const filesIn = (folder: string, prefix: string): ClassToCompile[] =>
  readdirSync(folder).flatMap((file) => {
    const name = SIERRA_FILE.exec(file)?.[1];
    return name === undefined ? [] : [{ id: `${prefix} ${name}`, read: () => readClassFile(join(folder, file)) }];
  });

/** The classes of an npm package of real contracts. Many have the same program. */
function packageClasses(): ClassToCompile[] {
  const programs = new Set<string>();
  return artifactNames.flatMap((name) => {
    const read = () => loadArtifact(name, 'contract_class') as SierraJson;
    const { sierra_program, entry_points_by_type } = read();
    const key = JSON.stringify([sierra_program, entry_points_by_type]);
    if (programs.has(key)) return [];
    programs.add(key);
    return [{ id: `hyperlane ${name}`, read }];
  });
}

/**
 * All Sierra classes that there are here: our own, those of an npm package, those of the corpus, and those that releases of the Cairo
 * compiler pack with their tests.
 */
export function classesToCompile(shared: string): readonly ClassToCompile[] {
  const own = [...OWN_FOLDERS.flatMap((folder) => filesIn(folder, folder)), ...packageClasses()];
  const corpus = join(shared, 'corpus');
  if (!existsSync(corpus)) return own;
  const published = corpusContracts(shared)
    // The format before 1.0 is refused by every compiler.
    .filter(({ sierra_version }) => !sierra_version.startsWith('0.'))
    .map(({ id, sierra_file }) => ({ id: `corpus ${id}`, read: () => corpusJson<SierraJson>(shared, sierra_file) }));
  const released = readdirSync(corpus).filter((name) => name.startsWith('cairo-'));
  return [...own, ...published, ...released.flatMap((release) => filesIn(join(corpus, release), release))];
}
