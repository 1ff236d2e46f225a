import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { doLater } from '../async/eitherWay.ts';
import { artifactFolders } from '../platform/artifactFolders.ts';
import { cairoSources } from '../platform/cairoSources.ts';
import { CLASS_FILE_SUFFIX, contractNameOf, stemOf } from '../text/classFileName.ts';
import type { BuiltContract } from './contractModel.ts';
import { isName } from './literal.ts';

/** Why no types can be written. The message says what to do. */
export class ContractTypesError extends Error {
  override readonly name = 'ContractTypesError';
}

/** Where class files are looked for: in the folder itself if it has some, or else in what Scarb built around it. */
export async function buildOutput(folder: string): Promise<ReturnType<typeof artifactFolders>> {
  const path = resolve(folder);
  const entries = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    throw new ContractTypesError(
      error.code === 'ENOENT'
        ? `There is no folder ${folder}.`
        : `The folder ${folder} cannot be read: ${error.message}`,
    );
  });
  const hasClasses = entries.some((name) => name.endsWith(CLASS_FILE_SUFFIX));
  return artifactFolders(hasClasses ? [path] : undefined, path);
}

/** The newest build of each contract, by their names. */
export async function builtContracts(folder: string): Promise<readonly BuiltContract[]> {
  const output = await buildOutput(folder);
  const newest = new Map<string, string>();
  for (const { path } of await output.list()) if (!newest.has(stemOf(path))) newest.set(stemOf(path), path);
  if (newest.size === 0)
    throw new ContractTypesError(
      `No class files were found: there is no target/dev or target/release with some beside a Scarb.toml of ${resolve(folder)} or a folder above it. Run 'scarb build', or name the folder that has files ending in ${CLASS_FILE_SUFFIX}.`,
    );
  const named = exportNames([...newest.keys()].sort());
  const sources = new Map<string, Promise<readonly string[]>>();
  const sourcesOf = (path: string) => {
    const inFolder = path.slice(0, -stemOf(path).length);
    if (!sources.has(inFolder)) sources.set(inFolder, doLater(cairoSources(path, /\/\/\//)));
    return sources.get(inFolder)!;
  };
  return Promise.all(
    [...named].map(async ([stem, exportName]) => {
      const path = newest.get(stem)!;
      const abi = abiIn(String(await output.read(path)), path);
      return { exportName, name: contractNameOf(path) ?? stem, path, abi, sources: await sourcesOf(path) };
    }),
  );
}

/** Names to export class files by: that of the contract, or with the package before it if several packages have one. */
export function exportNames(stems: readonly string[]): ReadonlyMap<string, string> {
  const nameOf = (stem: string) => contractNameOf(`${stem}${CLASS_FILE_SUFFIX}`) ?? stem;
  const count = (name: string) => stems.filter((stem) => sameFile(nameOf(stem), name)).length;
  const names = new Map<string, string>();
  for (const stem of stems) {
    const name = count(nameOf(stem)) > 1 ? stem : nameOf(stem);
    if (!isName(name))
      throw new ContractTypesError(`${stem}${CLASS_FILE_SUFFIX} is no name of a contract; rename or remove this file.`);
    names.set(stem, RESERVED.has(name) ? `${name}_` : name);
  }
  return names;
}

// File systems of Windows and macOS do not tell these apart.
const sameFile = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Words that cannot be the name of a constant in a module. */
const RESERVED: ReadonlySet<string> = new Set(
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield'.split(
    ' ',
  ),
);

function abiIn(text: string, path: string): readonly object[] {
  const fail = (reason: string) =>
    new ContractTypesError(`The class file ${path} ${reason}. Run 'scarb build' again, or remove it.`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw fail(`is not JSON: ${(error as Error).message}`);
  }
  const { abi } = (json ?? {}) as { readonly abi?: unknown };
  if (!Array.isArray(abi)) throw fail('has no ABI');
  return abi as readonly object[];
}
