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

/**
 * What ran of the user's code: the files of the package whose build output has the class, or all files that a class with source lines
 * and without build output names.
 */
export async function reportCoverage(view: ChainView): Promise<CoverageFiles> {
  const collector = collectorOf(view);
  if (!collector)
    throw failed(message`This node does not count what code runs. Start it with ${hint('countCoverage')}.`);
  view.surroundings.executor.flushCounts();
  const { classes } = collector;
  const { artifacts } = view.surroundings;
  if (artifacts) await doLater(artifacts.find(classes.map(({ classHash }) => classHash)));
  const parts: Coverage[] = [];
  const sources = new Map<string, SourceFile>();
  for (const counted of classes) {
    parts.push(await coverageOf(view, counted, sources));
    await view.rest();
  }
  return withCoverageFiles({ ...mergeCoverage(parts), isTruncated: collector.isTruncated }, sources);
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

async function coverageOf(view: ChainView, counted: CountedClass, sources: Map<string, SourceFile>): Promise<Coverage> {
  const { classHash, definition, counts, tests } = counted;
  const nothing: Coverage = { files: new Map(), tests: new Map(), withoutLines: [], elsewhere: [], isTruncated: false };
  const found = await findCoverable(view, classHash, definition, sources);
  if (found.kind === 'withoutLines') return { ...nothing, withoutLines: [found.name] };
  if (found.kind === 'elsewhere') return { ...nothing, elsewhere: [`${found.name ?? 'a contract'} (${found.file})`] };
  if (found.kind === 'none') return nothing;
  const { code, paths } = found;
  return {
    ...nothing,
    files: renamed(coverClass(code, counts), paths),
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
