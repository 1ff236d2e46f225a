import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { atomicWrite } from '../../platform/atomicWrite.ts';
import { ioReason } from '../../platform/ioReason.ts';
import { readRegular } from '../../platform/regularFile.ts';
import { sourceFile } from '../../platform/sourceFiles.ts';
import { safeLine } from '../../text/safeText.ts';
import type { SourceFile } from '../../text/sourceLines.ts';
import { mergeCoverage, percent } from '../../tools/coverage/coverage.ts';
import { type CoverageFiles, withCoverageFiles } from '../../tools/coverage/coverageFiles.ts';
import { decodeCoverage } from '../../tools/coverage/coverageJson.ts';
import { lineRanges, percentText } from '../../tools/coverage/coverageText.ts';
import { shownPath } from '../../tools/coverage/shownPath.ts';
import { StartError } from '../start/startError.ts';
import { optionsHelp } from './commandOptions.ts';
import { readPercent, readProcessFiles, readWrapped, runCollecting } from './wrappedCommand.ts';

const HELP = `Show which lines, functions and branches of your Cairo code ran

Usage: starbox coverage [OPTIONS] [DIR] [-- COMMAND…]

  DIR      the folder in which tests and nodes write what ran [default: coverage]
  COMMAND  a command that runs your tests; it runs first, and what earlier runs left in DIR is removed

Sandboxes of starbox/testing and nodes write to the folder that STARBOX_COVERAGE names, which COMMAND gets; others to that of their
option coverage. What all of them wrote is added up, and DIR gets lcov.info and index.html.

Options:
${optionsHelp('coverage')}
Examples:
  starbox coverage -- npx vitest run
  starbox coverage --fail-under 90
  starbox --coverage coverage
`;

/** `starbox coverage [DIR] [-- COMMAND…]`. */
export async function coverageCommand(args: readonly string[]): Promise<number> {
  const read = readWrapped('coverage', args);
  if (!read) {
    process.stdout.write(HELP);
    return 0;
  }
  const { folder, command } = read;
  const least = readPercent(read.own['fail-under'] as string | undefined);
  const removed = command.length > 0 ? await removeReports(folder) : [];
  const status = await runCollecting(read, 'coverage', 'STARBOX_COVERAGE');
  const report = await reportOf(folder, { command, status, removed });
  const written = await writeReports(folder, report);
  if (read.json) process.stdout.write(`${JSON.stringify(summaryOf(report), null, 2)}\n`);
  else {
    process.stdout.write(`${command.length > 0 ? '\n' : ''}${report.text}`);
    if (read.own['tests'] === true) process.stdout.write(`\n${testsText(report)}`);
    process.stdout.write(`\nWritten: ${written.join(', ')}\n`);
  }
  const lack = least === undefined ? undefined : lackOf(report, least);
  if (lack !== undefined) process.stderr.write(`${lack}, and --fail-under asks for ${least} %.\n`);
  return status || (lack === undefined ? 0 : 1);
}

/** What is missing to a percentage of lines; undefined if nothing is. Where nothing was counted, nothing ran. */
function lackOf({ lines }: CoverageFiles, least: number): string | undefined {
  if (lines.found === 0) return least > 0 ? 'No lines were counted' : undefined;
  return percent(lines) < least ? `Only ${percentText(lines)} of the lines ran` : undefined;
}

/** A command that ran the tests; empty if none did. */
interface TestRun {
  readonly command: readonly string[];
  readonly status: number;
  /** The reports of earlier runs that were removed before. */
  readonly removed: readonly string[];
}

/** The coverage of all processes that wrote to a folder. */
async function reportOf(folder: string, { command, status, removed }: TestRun): Promise<CoverageFiles> {
  const files = await readProcessFiles(folder, 'coverage', decodeCoverage);
  if (files.length === 0 && command.length > 0)
    throw new StartError(
      `${command[0]} ended with ${status} and wrote no coverage, so there is no report${removed.length > 0 ? `; ${removed.join(' and ')} of an earlier run ${removed.length > 1 ? 'were' : 'was'} removed` : ''}. ${status === 0 ? '' : `Did ${command[0]} fail before a test ran? `}Tests write it if they use starbox/testing, Sandbox.create({ coverage: '${folder}' }), or a node that they start and end.`,
    );
  if (files.length === 0)
    throw new StartError(
      `${folder} has no coverage. Run your tests with 'starbox coverage -- COMMAND', or set STARBOX_COVERAGE=${folder} for tests with starbox/testing. A node writes it with --coverage ${folder}, when it ends.`,
    );
  const ranAt = Math.max(...files.map(({ writtenAt }) => writtenAt));
  const coverage = mergeCoverage(files.map(({ value }) => value));
  const sources = new Map<string, SourceFile>();
  for (const path of coverage.files.keys()) {
    const source = await sourceFile(path, ranAt);
    if (source) sources.set(path, source);
  }
  return withCoverageFiles(coverage, sources, process.cwd());
}

const MAX_BYTES = 2 ** 28;

/** The head of our page has this. */
const PAGE_TITLE = '<title>Coverage: ';

/** Removes the reports that an earlier run has written, which would look like those of this one. Reports of other programs stay. */
async function removeReports(folder: string): Promise<readonly string[]> {
  const page = await readRegular(join(folder, 'index.html'), MAX_BYTES, 'the largest report').catch(() => undefined);
  if (!page?.subarray(0, 1000).includes(PAGE_TITLE)) return [];
  const removed: string[] = [];
  for (const name of ['lcov.info', 'index.html']) {
    const path = join(folder, name);
    const isGone = await rm(path).then(
      () => true,
      () => false,
    );
    if (isGone) removed.push(path);
  }
  return removed;
}

async function writeReports(folder: string, report: CoverageFiles): Promise<readonly string[]> {
  const contents = { 'lcov.info': report.lcov, 'index.html': report.html };
  const written: string[] = [];
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(contents)) {
    const path = join(folder, name);
    await atomicWrite(path, content, { mode: 0o666, durable: false }).catch((error: unknown) => {
      throw new StartError(`${path} cannot be written: ${ioReason(error)}`);
    });
    written.push(path);
  }
  return written;
}

const summaryOf = ({ lines, functions, branches, files, tests }: CoverageFiles) => ({
  lines,
  functions,
  branches,
  files: files.map(({ noCode, ...file }) => ({ ...file, no_code: noCode })),
  tests,
});

/** Which test ran which lines. */
function testsText({ tests }: CoverageFiles): string {
  if (tests.length === 0) return 'The names of the tests are not known.\n';
  const lines = tests.flatMap(({ name, files }) => [
    safeLine(name),
    ...files.map(({ path, lines }) => `  ${safeLine(shownPath(path, process.cwd()))}: ${lineRanges(lines)}`),
  ]);
  return `${lines.join('\n')}\n`;
}
