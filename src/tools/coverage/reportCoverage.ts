import { doLater } from '../../async/eitherWay.ts';
import type { ChainView } from '../../chain/chainView.ts';
import { failed } from '../../protocol/chainError.ts';
import { hint, message } from '../../protocol/message.ts';
import type { SourceFile } from '../../text/sourceLines.ts';
import { coverClass, coveredLines } from './classCoverage.ts';
import type { CoverableClass } from './coverableClass.ts';
import { type Coverage, type CoveredFile, mergeCoverage } from './coverage.ts';
import { type CountedClass, CoverageCollector } from './coverageCollector.ts';
import { type CoverageFiles, withCoverageFiles } from './coverageFiles.ts';
import { findCoverable } from './findCoverable.ts';

/** A report, and whose code it is about. */
export interface ReportedCoverage extends CoverageFiles {
  /** The contracts that have code in a file, by its path. */
  readonly contracts: ReadonlyMap<string, ReadonlySet<string>>;
  /** The names that debug information has for a file, by its path. */
  readonly names: ReadonlyMap<string, ReadonlySet<string>>;
  /** The source files that could be read, by path. */
  readonly sources: ReadonlyMap<string, SourceFile>;
}

/** What ran of the user's code since the node was started. Throws if the node does not count it. */
export async function reportCoverage(view: ChainView): Promise<ReportedCoverage> {
  const collector = collectorOf(view);
  if (!collector)
    throw failed(message`This node does not count what code runs. Start it with ${hint('countCoverage')}.`);
  return reportOf(view, collector);
}

/**
 * What ran of the user's code: the files of the package whose build output has the class, or all files that a class with source lines
 * and without build output names.
 */
export async function reportOf(view: ChainView, collector: CoverageCollector): Promise<ReportedCoverage> {
  view.surroundings.executor.flushCounts();
  const { classes } = collector;
  const { artifacts } = view.surroundings;
  if (artifacts) await doLater(artifacts.find(classes.map(({ classHash }) => classHash)));
  const parts: Coverage[] = [];
  const about = { sources: new Map<string, SourceFile>(), contracts: new Names(), names: new Names() };
  for (const counted of classes) {
    parts.push(await coverageOf(view, counted, about));
    await view.rest();
  }
  const report = withCoverageFiles({ ...mergeCoverage(parts), isTruncated: collector.isTruncated }, about.sources);
  return Object.assign(report, about);
}

/** Whether the node counts what code runs. */
export const isCounting = (view: ChainView): boolean => collectorOf(view) !== undefined;

/** Names of a file, by its path. */
class Names extends Map<string, Set<string>> {
  add(path: string, name: string): void {
    this.set(path, (this.get(path) ?? new Set()).add(name));
  }
}

interface AboutFiles {
  readonly sources: Map<string, SourceFile>;
  readonly contracts: Names;
  readonly names: Names;
}

/** Writes a coverage to the folder for it. Returns false if there is none. */
export async function saveCoverage(view: ChainView, { json }: Pick<CoverageFiles, 'json'>): Promise<boolean> {
  const save = collectorOf(view)?.save;
  await save?.(json);
  return save !== undefined;
}

function collectorOf({ surroundings }: ChainView): CoverageCollector | undefined {
  const collector = surroundings.coverage?.collector;
  return collector instanceof CoverageCollector ? collector : undefined;
}

async function coverageOf(view: ChainView, counted: CountedClass, about: AboutFiles): Promise<Coverage> {
  const { classHash, definition, counts, tests } = counted;
  const nothing: Coverage = { files: new Map(), tests: new Map(), withoutLines: [], elsewhere: [], isTruncated: false };
  const found = await findCoverable(view, classHash, definition, about.sources);
  if (found.kind === 'withoutLines') return { ...nothing, withoutLines: [found.name] };
  if (found.kind === 'elsewhere') return { ...nothing, elsewhere: [`${found.name ?? 'a contract'} (${found.file})`] };
  if (found.kind === 'none') return nothing;
  const { code, paths, name } = found;
  const files = coverClass(code, counts);
  for (const file of files.keys()) {
    const path = paths.get(file)!;
    about.names.add(path, file);
    if (name !== undefined) about.contracts.add(path, name);
  }
  return {
    ...nothing,
    files: renamed(files, paths),
    tests: await testsOf(view, code, tests, paths),
  };
}

async function testsOf(
  view: ChainView,
  code: CoverableClass,
  tests: ReadonlyMap<string, Uint8Array>,
  paths: ReadonlyMap<string, string>,
): Promise<Coverage['tests']> {
  const covered = new Map<string, Map<string, Set<number>>>();
  for (const [test, marks] of tests) {
    const lines = renamed(coveredLines(code, marks), paths);
    if (lines.size > 0) covered.set(test, lines);
    await view.rest();
  }
  return covered;
}

const renamed = <T extends CoveredFile | Set<number>>(
  files: ReadonlyMap<string, T>,
  paths: ReadonlyMap<string, string>,
): Map<string, T> => new Map([...files].map(([file, value]) => [paths.get(file)!, value]));
