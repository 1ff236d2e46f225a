import { finishInSlices } from '../../async/steps.ts';
import type { SourceFile } from '../../text/sourceLines.ts';
import { hasSourceLines, sourceNames } from '../explain/locations.ts';
import { isCoreFile } from '../explain/stackFrame.ts';
import { nameOfContract } from '../names/classFacts.ts';
import { programMapOf } from '../profile/classMaps.ts';
import type { ToolHost } from '../tools.ts';
import { coverClass, coveredLines } from './classCoverage.ts';
import { type CoverableClass, coverableClass } from './coverableClass.ts';
import { type Coverage, type CoveredFile, mergeCoverage } from './coverage.ts';
import type { CountedClass } from './coverageCollector.ts';
import { type CoverageFiles, withCoverageFiles } from './coverageFiles.ts';
import { spanTests } from './spanTests.ts';

/**
 * What ran of the user's code: the files of the package whose build output has the class, or all files that a class with source lines
 * and without build output names.
 */
export async function reportCoverage(host: ToolHost): Promise<CoverageFiles> {
  const collector = host.coverage!;
  host.flushCounts();
  const { classes } = collector;
  await host.artifacts?.find(classes.map(({ classHash }) => classHash));
  const parts: Coverage[] = [];
  const sources = new Map<string, SourceFile>();
  for (const counted of classes) {
    parts.push(await coverageOf(host, counted, sources));
    await host.rest();
  }
  return withCoverageFiles({ ...mergeCoverage(parts), isTruncated: collector.isTruncated }, sources);
}

async function coverageOf(host: ToolHost, counted: CountedClass, sources: Map<string, SourceFile>): Promise<Coverage> {
  const { classHash, definition, counts, tests } = counted;
  const nothing: Coverage = { files: new Map(), tests: new Map(), withoutLines: [], elsewhere: [], isTruncated: false };
  const artifact = host.artifacts?.get(classHash);
  const given = host.classFiles.get(classHash) ?? definition;
  const debugInfo = artifact?.debugInfo ?? (given?.kind === 'sierra' ? given.debugInfo : undefined);
  if (!definition) return nothing;
  const name = artifact && nameOfContract({ definition, contractName: artifact.contractName });
  if (!hasSourceLines(debugInfo)) {
    // Classes of others, such as those of the accounts, have no build output here.
    return name === undefined ? nothing : { ...nothing, withoutLines: [name] };
  }
  const names = sourceNames(debugInfo);
  const paths = new Map<string, string>();
  if (artifact) {
    const found = (await host.artifacts?.sourceFiles(classHash, names)) ?? [];
    for (const [i, source] of found.entries()) {
      if (!source) continue;
      sources.set(source.path, source);
      paths.set(names[i]!, source.path);
    }
    const own = names.find((name) => !isHidden(name) && !isCoreFile(name));
    if (paths.size === 0 && own !== undefined) return { ...nothing, elsewhere: [`${name ?? 'a contract'} (${own})`] };
  } else for (const name of names) if (!isHidden(name)) paths.set(name, name);
  const map = await finishInSlices(programMapOf(definition));
  if (!map) return nothing;
  const places = spanTests(
    (file) => paths.has(file),
    (file) => sources.get(paths.get(file) ?? ''),
  );
  const code = coverableClass(map, debugInfo, places);
  return {
    ...nothing,
    files: renamed(coverClass(code, counts), paths),
    tests: await testsOf(host, code, tests, paths),
  };
}

async function testsOf(
  host: ToolHost,
  code: CoverableClass,
  tests: ReadonlyMap<string, Uint8Array>,
  paths: ReadonlyMap<string, string>,
): Promise<Coverage['tests']> {
  const covered = new Map<string, Map<string, Set<number>>>();
  for (const [test, marks] of tests) {
    const lines = renamed(coveredLines(code, marks), paths);
    if (lines.size > 0) covered.set(test, lines);
    await host.rest();
  }
  return covered;
}

/** The files of dependencies are in hidden folders, such as `.cache`. */
const isHidden = (file: string): boolean => /(?:^|[/\\])\.[^/\\]/.test(file);

const renamed = <T extends CoveredFile | Set<number>>(
  files: ReadonlyMap<string, T>,
  paths: ReadonlyMap<string, string>,
): Map<string, T> => new Map([...files].map(([file, value]) => [paths.get(file)!, value]));
