import { doLater } from '../../async/eitherWay.ts';
import type { ChainView } from '../../chain/chainView.ts';
import type { ClassDefinition } from '../../classes/declaredClass.ts';
import type { FeltKey } from '../../felt/key.ts';
import type { SourceFile } from '../../text/sourceLines.ts';
import { hasSourceLines, sourceNames } from '../explain/locations.ts';
import { isCoreFile } from '../explain/stackFrame.ts';
import { nameOfContract } from '../names/classFacts.ts';
import { classFilesOf } from '../names/classFiles.ts';
import { programMapOf } from '../profile/classMaps.ts';
import { type CoverableClass, coverableClass } from './coverableClass.ts';
import { spanTests } from './spanTests.ts';

/** The user's code in a class, or why there is none to look at. */
export type FoundCode =
  | {
      readonly kind: 'code';
      readonly code: CoverableClass;
      readonly debugInfo: unknown;
      /** The name of the contract, if it is known. */
      readonly name: string | undefined;
      /** The files of the user, by the names that the debug information has for them. */
      readonly paths: ReadonlyMap<string, string>;
    }
  /** A contract of the user whose class file has no source lines. */
  | { readonly kind: 'withoutLines'; readonly name: string; readonly debugInfo: unknown }
  /** It was compiled elsewhere, from a file that is not in the package here. */
  | { readonly kind: 'elsewhere'; readonly name: string | undefined; readonly file: string }
  | { readonly kind: 'none' };

/** Finds the user's code in a class. The source files that were read are added to `sources`, by path. */
export async function findCoverable(
  { surroundings }: Pick<ChainView, 'surroundings'>,
  classHash: FeltKey,
  definition: ClassDefinition | undefined,
  sources: Map<string, SourceFile>,
): Promise<FoundCode> {
  const { artifacts } = surroundings;
  const artifact = artifacts?.get(classHash);
  const given = classFilesOf(surroundings).get(classHash) ?? definition;
  const debugInfo = artifact?.debugInfo ?? (given?.kind === 'sierra' ? given.debugInfo : undefined);
  if (!definition) return { kind: 'none' };
  const name = artifact && nameOfContract({ definition, contractName: artifact.contractName });
  // Classes of others, such as those of the accounts, have no build output here.
  if (!hasSourceLines(debugInfo))
    return name === undefined ? { kind: 'none' } : { kind: 'withoutLines', name, debugInfo };
  const names = sourceNames(debugInfo);
  const paths = new Map<string, string>();
  if (artifact) {
    const found = artifacts ? await doLater(artifacts.sourceFiles(classHash, names)) : [];
    for (const [i, source] of found.entries()) {
      if (!source) continue;
      sources.set(source.path, source);
      paths.set(names[i]!, source.path);
    }
    const own = names.find((name) => !isHidden(name) && !isCoreFile(name));
    if (paths.size === 0 && own !== undefined) return { kind: 'elsewhere', name, file: own };
  } else for (const name of names) if (!isHidden(name)) paths.set(name, name);
  const map = await programMapOf(definition);
  if (!map) return { kind: 'none' };
  const places = spanTests(
    (file) => paths.has(file),
    (file) => sources.get(paths.get(file) ?? ''),
  );
  return { kind: 'code', code: coverableClass(map, debugInfo, places), debugInfo, name, paths };
}

/** The files of dependencies are in hidden folders, such as `.cache`. */
const isHidden = (file: string): boolean => /(?:^|[/\\])\.[^/\\]/.test(file);
