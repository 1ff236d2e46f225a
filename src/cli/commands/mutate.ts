import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { MUTANT_MODE, MUTANTS_FOLDER, PLAN_FILE, VERDICTS_FILE } from '../../libraryNode/mutants/mutantSession.ts';
import { atomicWrite } from '../../platform/atomicWrite.ts';
import { ioReason } from '../../platform/ioReason.ts';
import { removeProcessFiles } from '../../platform/processFiles.ts';
import { readRegular } from '../../platform/regularFile.ts';
import { sourceFile } from '../../platform/sourceFiles.ts';
import { didYouMean } from '../../text/didYouMean.ts';
import type { SourceFile } from '../../text/sourceLines.ts';
import { mutantPage } from '../../tools/mutants/mutantPage.ts';
import { countStates, type MutantReport, scoreOf, scoreText } from '../../tools/mutants/mutantReport.ts';
import { decodeMutantReport, encodeMutantReport } from '../../tools/mutants/mutantReportJson.ts';
import { firstRunText, mutantReportText } from '../../tools/mutants/mutantReportText.ts';
import { decodeMutantRun } from '../../tools/mutants/mutantRunJson.ts';
import { changedLines, type IsChanged } from '../mutate/changedLines.ts';
import { lockFolder } from '../mutate/lockFolder.ts';
import { type CandidateMutant, type Candidates, candidatesOf } from '../mutate/planMutants.ts';
import { Progress } from '../mutate/progress.ts';
import { reportMutants } from '../mutate/reportMutants.ts';
import { tryMutants } from '../mutate/tryMutants.ts';
import { Verdicts } from '../mutate/verdicts.ts';
import { dividedAmong, patienceMs, readWorkers } from '../mutate/workers.ts';
import { UsageError } from '../options/usageError.ts';
import { StartError } from '../start/startError.ts';
import { optionsHelp } from './commandOptions.ts';
import { runWith } from './runWith.ts';
import { readPercent, readProcessFiles, readWrapped, type WrappedArguments } from './wrappedCommand.ts';

const HELP = `Change your contracts and see which changes your tests do not notice

Usage: starbox mutate [OPTIONS] [DIR] [-- COMMAND…]

  DIR      the folder for results [default: starbox-mutants]
  COMMAND  a command that runs your tests. Without one, the results of the last run are shown again

COMMAND runs once as it is. Then small changes are made in the compiled contracts, one at a time, and the tests that run the changed code run
again. Tests with the fixtures of starbox/testing are repeated in their process; for others the whole command runs once for each change.
Several runs of COMMAND work at the same time: give --workers 1 if your tests share a port or a file.
A run that was interrupted goes on where it stopped.

Options:
${optionsHelp('mutate')}
Examples:
  starbox mutate -- npx vitest run
  starbox mutate --since main --fail-under 80 -- npx vitest run
  starbox mutate --contract Token --time-limit 300 -- npx vitest run
`;

const REPORT_FILE = 'mutants.json';
const MAX_BYTES = 1 << 28;

/** `starbox mutate [DIR] [-- COMMAND…]`. */
export async function mutateCommand(args: readonly string[]): Promise<number> {
  const read = readWrapped('mutate', args);
  if (!read) {
    process.stdout.write(HELP);
    return 0;
  }
  const least = readPercent(read.own['fail-under'] as string | undefined);
  const seconds = readSeconds(read.own['time-limit'] as string | undefined);
  const workers = readWorkers(read.own['workers'] as string | undefined);
  let problem: string | undefined;
  if (read.command.length > 0) {
    const since = read.own['since'] as string | undefined;
    const isChanged = since === undefined ? undefined : await changedLines(since);
    if (since !== undefined && !isChanged) {
      process.stderr.write(`No line of Cairo was added or changed since ${since}, so there is nothing to try.\n`);
      if (read.json) process.stdout.write(`${JSON.stringify(summaryOf(NOTHING), null, 2)}\n`);
      return 0;
    }
    const lock = await lockFolder(read.folder);
    const run = await runMutants(read, seconds, workers, isChanged).finally(() => lock.release());
    if (run.status !== 0) return run.status;
    problem = run.problem;
  }
  const report = await readReport(read.folder);
  const page = await writePage(read.folder, report);
  const score = scoreOf(report.mutants);
  if (read.json) process.stdout.write(`${JSON.stringify(summaryOf(report), null, 2)}\n`);
  else process.stdout.write(`${mutantReportText(report, process.cwd())}Report: ${page}\n`);
  const { untried } = countStates(report.mutants);
  if (problem !== undefined && untried > 0) {
    process.stderr.write(`${untried === 1 ? '1 mutant was' : `${untried} mutants were`} not tried. ${problem}\n`);
    return 1;
  }
  if (least === undefined || (score !== undefined && score >= least)) return 0;
  process.stderr.write(`The score is ${scoreText(score)}, and --fail-under asks for ${least} %.\n`);
  return 1;
}

/**
 * Runs the command without mutants and with them, and writes the report. Returns the exit code of the first run, and why mutants were not tried
 * though there was time.
 */
async function runMutants(
  read: WrappedArguments,
  seconds: number | undefined,
  workers: number,
  isChanged: IsChanged | undefined,
): Promise<{ readonly status: number; readonly problem?: string | undefined }> {
  const { command } = read;
  const folder = resolve(read.folder);
  await removeProcessFiles(folder, 'mutants');
  const started = Date.now();
  const status = await runWith(command, { [MUTANTS_FOLDER]: folder, [MUTANT_MODE]: 'none' }, read);
  const usualMs = Date.now() - started;
  if (status !== 0) {
    process.stderr.write(
      `${command[0]} ended with ${status} without any mutant. Mutants say something only about tests that pass: repair them first.\n`,
    );
    return { status };
  }
  const processes = await readProcessFiles(folder, 'mutants', decodeMutantRun);
  const candidates = candidatesOf(processes.map(({ value }) => value));
  await removeProcessFiles(folder, 'mutants');
  const mutants = chosen(candidates, read, isChanged);
  // Not before: a command that was mistyped must not cost what an earlier run has found.
  const verdicts = join(folder, VERDICTS_FILE);
  const known = await Verdicts.begin(verdicts, command, read.own['fresh'] === true);
  const earlier = known.countOf(new Set(mutants.map(({ id }) => id)));
  const say = read.json ? process.stderr : process.stdout;
  say.write(`\n${firstRunText(candidates)}\n`);
  if (candidates.isTruncated)
    say.write('There was no room to note all tests, so some mutants seem to be run by no test.\n');
  if (earlier > 0)
    say.write(
      `Goes on with a run that was interrupted: ${earlier} ${earlier === 1 ? 'trial is' : 'trials are'} known. If you have changed tests since, start anew with --fresh.\n`,
    );
  const division = dividedAmong(workers, processes.length);
  const deadline = seconds === undefined ? 0 : Date.now() + seconds * 1000;
  const { verdicts: tried, problem } = await tryMutants({
    folder,
    command,
    mutants,
    deadline,
    patienceMs: patienceMs(usualMs, processes.length, division),
    division,
    progress: new Progress(mutants.map(({ id }) => id)),
  });
  const report = reportMutants(candidates, mutants, tried);
  await atomicWrite(join(folder, REPORT_FILE), encodeMutantReport(report), { mode: 0o666, durable: false });
  await rm(join(folder, PLAN_FILE), { force: true });
  // What was not tried is tried by the next run.
  if (countStates(report.mutants).untried === 0) await rm(verdicts, { force: true });
  return { status, problem };
}

/** The mutants of the contracts and lines that were asked for. Nothing to try is an error: it would look like a good result. */
function chosen(
  { mutants, contracts, tests, withoutLines }: Candidates,
  { own, folder, command }: WrappedArguments,
  isChanged: IsChanged | undefined,
): readonly CandidateMutant[] {
  if (contracts.length === 0)
    throw new StartError(
      `${command[0]} ran no contract of yours, so there is nothing to change. Contracts are found if tests use starbox/testing or Sandbox.create, and close their sandboxes.`,
    );
  const names = (own['contract'] as readonly string[] | undefined) ?? [];
  for (const name of names)
    if (!contracts.includes(name))
      throw new UsageError(
        `no contract '${name}' ran; there are ${contracts.join(', ')}${didYouMean(name, contracts)}`,
      );
  const found = mutants.filter(
    ({ contract, place }) =>
      (names.length === 0 || names.includes(contract)) &&
      (!isChanged || (place !== undefined && isChanged(resolve(place.path), place.line))),
  );
  if (found.length > 0 && found.some(({ again, whole }) => again.size + whole.size > 0)) return found;
  const hint =
    isChanged && withoutLines.length > 0 ? ` --since needs source lines, which ${withoutLines.join(', ')} lacks.` : '';
  const what = isChanged
    ? `No test runs a line that changed since ${String(own['since'])}`
    : tests === 0
      ? 'No test runs code of your contracts'
      : 'The code that the tests run has nothing to change';
  throw new StartError(
    `${what}, so no mutant was tried.${hint} starbox coverage -- ${command.join(' ')} shows what runs. Nothing was written to ${folder}.`,
  );
}

async function readReport(folder: string): Promise<MutantReport> {
  const path = join(folder, REPORT_FILE);
  const bytes = await readRegular(path, MAX_BYTES, 'the largest report').catch((error: unknown) => {
    throw new StartError(
      `${path} cannot be read: ${ioReason(error)}. Run your tests with mutants first: starbox mutate -- COMMAND`,
    );
  });
  const report = decodeMutantReport(bytes.toString());
  if (report) return report;
  throw new StartError(
    `${path} is not a report of this version of Starbox. Remove it, and run starbox mutate -- COMMAND.`,
  );
}

async function writePage(folder: string, report: MutantReport): Promise<string> {
  const sources = new Map<string, SourceFile>();
  for (const path of new Set(report.mutants.flatMap(({ place }) => place?.path ?? []))) {
    const source = await sourceFile(path, Date.now());
    if (source) sources.set(path, source);
  }
  const page = join(folder, 'index.html');
  await atomicWrite(page, mutantPage(report, sources, process.cwd()), { mode: 0o666, durable: false }).catch(
    (error: unknown) => {
      throw new StartError(`${page} cannot be written: ${ioReason(error)}`);
    },
  );
  return page;
}

const summaryOf = (report: MutantReport) => ({
  score: scoreOf(report.mutants) ?? null,
  counts: countStates(report.mutants),
  tests: report.tests,
  lines: report.lines,
  contracts: report.contracts,
  without_lines: report.withoutLines,
  mutants: report.mutants.map(({ place, functionName, killedBy, change: _, ...mutant }) => ({
    ...mutant,
    function: functionName,
    ...place,
    ...(killedBy !== undefined && { killed_by: killedBy }),
  })),
});

const NOTHING: MutantReport = { mutants: [], tests: 0, lines: 0, contracts: [], withoutLines: [] };

const MAX_SECONDS = 86_400;

function readSeconds(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() !== '' && value > 0 && value <= MAX_SECONDS) return value;
  throw new UsageError(`--time-limit must be a number of seconds up to ${MAX_SECONDS}, not '${text}'`);
}
