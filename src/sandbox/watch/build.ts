import { typeText } from '../../abi/abiType.ts';
import { parseArtifact, type WatchedFiles } from '../../classes/artifactStore.ts';
import type { ClassDefinition } from '../../classes/declaredClass.ts';
import type { FeltKey } from '../../felt/key.ts';
import { contractNameOf } from '../../text/classFileName.ts';
import { type ClassFacts, classAbi } from '../../tools/names/classFacts.ts';

/** A class file as it was read once. */
export interface Build {
  readonly path: string;
  readonly contractName: string;
  /** The path of the contract's module, which all its builds have in common; undefined if its events do not tell. */
  readonly contractPath: string | undefined;
  readonly classHash: FeltKey;
  readonly definition: Extract<ClassDefinition, { readonly kind: 'sierra' }>;
  readonly debugInfo: unknown;
}

/** Reads a build. Throws an error for a file that is not, or not yet, a Sierra class. */
export async function readBuild(path: string, text: string | Uint8Array): Promise<Build> {
  const { classHash, definition, debugInfo } = await parseArtifact(text);
  const { contractPath, contractName } = classAbi(definition);
  return {
    path,
    contractName: contractName ?? contractNameOf(path) ?? path,
    contractPath,
    classHash,
    definition,
    debugInfo,
  };
}

/** Test runners write the contracts of tests beside the others, and again for every test run. */
export const isTestBuild = (path: string): boolean => /\.test\.contract_class\.json$/.test(path);

/** Whether a name is that of the contract: `Token`, `shop_Token` or `shop::token::Token`. */
export const hasName = ({ path, contractName, contractPath }: Build, name: string): boolean =>
  name === contractName || name === contractPath || name === /([^/\\]+)\.contract_class\.json$/.exec(path)?.[1];

/** What is known of the class of a build. Files of one folder come from one package or workspace, whose sources are read once. */
export async function factsOfBuild(
  { path, contractName, definition, debugInfo }: Build,
  files: WatchedFiles,
  readSources: Map<string, Promise<readonly string[]>>,
): Promise<ClassFacts> {
  const folder = path.replace(/[^/\\]*$/, '');
  let sources = readSources.get(folder);
  if (!sources) {
    sources = files.sources ? files.sources(path).catch(() => []) : Promise.resolve([]);
    readSources.set(folder, sources);
  }
  return { definition, contractName, debugInfo, sources: await sources };
}

/** The parameters of the constructor, to compare two builds. */
export const constructorText = ({ definition }: Pick<Build, 'definition'>): string =>
  (classAbi(definition).constructorFunction?.inputs ?? [])
    .map(({ name, type }) => `${name}: ${typeText(type)}`)
    .join(', ');
