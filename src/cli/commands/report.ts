import { writeFile } from 'node:fs/promises';
import { availableParallelism, homedir, release, totalmem, userInfo } from 'node:os';
import { isObject, type Json } from '../../json/json.ts';
import { parseJson } from '../../json/parseJson.ts';
import { writeJson } from '../../json/writeJson.ts';
import { type OptionName, optionNames, optionOf, variableOf } from '../../options/options.ts';
import { wordsOf } from '../../options/values.ts';
import { ioReason } from '../../platform/ioReason.ts';
import { LARGEST_BUFFER, readRegular } from '../../platform/regularFile.ts';
import { sourceLimits } from '../../protocol/sourceLimits.ts';
import { loadConfig } from '../options/configFile.ts';
import { readListening } from '../options/parseOptions.ts';
import { UsageError } from '../options/usageError.ts';
import { type ChainFacts, factsOfFile, factsOfNode } from '../report/chainFacts.ts';
import { REDACTED, redactor } from '../report/redact.ts';
import { type Report, reportText } from '../report/reportText.ts';
import { versions, versionsLine } from '../report/versions.ts';
import { StartError } from '../start/startError.ts';
import { optionsHelp } from './commandOptions.ts';
import { type CommandArguments, readArguments } from './readArguments.ts';

const HELP = `Write a file about a fault, to attach to a report: versions, options, failed transactions, and the requests that made the chain

Usage: starbox report [OPTIONS] [FILE]

  FILE  a dump or a state file; without it, the running node is asked, and if there is none, the file is about this installation

Private keys, URLs of providers, your name in paths and secrets of the environment are left out. Read the file before you send it.

Options:
${optionsHelp('report')}
Examples:
  starbox report
  starbox report chain.starbox
  starbox report --unpack starbox-report.json > requests.json && starbox --seed 0 --dump-path requests.json
`;

const NOTHING: ChainFacts = { facts: null, keys: [], journal: 'There is no node and no file.' };

/** `starbox report [FILE]`. */
export async function reportCommand(args: readonly string[]): Promise<number> {
  const read = readArguments('report', args);
  if (!read) {
    process.stdout.write(HELP);
    return 0;
  }
  const { words, own } = read;
  if (typeof own['unpack'] === 'string') return unpack(own['unpack']);
  if (words.length > 1) throw new UsageError(`report takes one file at most; see 'starbox help report'`);
  const { source, chain } = await chainOf(read);
  const redact = redactor({ keys: chain.keys, environment: process.env, home: homedir(), user: userName() });
  const withSeed = own['with-seed'] === true;
  const report: Report = {
    versions,
    machine: redact(machine()),
    options_here: redact(await optionsHere()),
    source: redact(source),
    chain: redact(withoutPaths(chain.facts, withSeed)),
    journal: typeof chain.journal === 'string' ? chain.journal : (redact(chain.journal) as readonly Json[]),
  };
  const path = await write(reportText(report), own['output'] as string | undefined);
  process.stdout.write(screen(path, report, seedIsHidden(report)));
  return 0;
}

/** What the user sees. */
function screen(path: string, { journal, source }: Report, hidden: boolean): string {
  const requests = typeof journal === 'string' ? journal : `requests that changed the chain: ${journal.length}`;
  return `${path} is written. Read it, then attach it to your report.

  versions  starbox ${versions.starbox}: ${versionsLine}
  chain     ${source ?? 'no node answers, so the file is about this installation'}
  journal   ${requests}
${hidden ? '  seed      left out. The requests can be repeated only with it: add --with-seed unless its accounts are secret\n' : ''}`;
}

async function chainOf({ words, node, own }: CommandArguments): Promise<{ source: string | null; chain: ChainFacts }> {
  const [file] = words;
  if (file !== undefined) return { source: `the file ${file}`, chain: await factsOfFile(file) };
  try {
    const address = await node();
    return { source: `the node at ${address.url}`, chain: await factsOfNode(address) };
  } catch (error) {
    // Somebody whose node does not start, or whose options are wrong, reports that. A node that was named must answer.
    const isExpected = error instanceof StartError || error instanceof UsageError;
    if (!isExpected || own['url'] !== undefined) throw error;
    return { source: null, chain: NOTHING };
  }
}

const machine = (): Json => ({
  node: process.version,
  platform: `${process.platform} ${process.arch}, ${release()}`,
  cores: availableParallelism(),
  memory_bytes: totalmem(),
});

/** A user of a container may have no name. */
function userName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

/** The options that a server would get here. Of those that take any text, such as paths and URLs, only that they are set. */
async function optionsHere(): Promise<Json> {
  const shown: Record<string, string> = {};
  const show = (name: OptionName, texts: readonly string[], source: string) => {
    const row = optionOf(name);
    const words = 'flag' in row ? ['true', 'false'] : (wordsOf(row) ?? []);
    const value = texts.length > 0 && texts.every((text) => words.includes(text)) ? texts.join(' ') : 'set';
    shown[name] ??= `${value}, from ${source}`;
  };
  for (const name of optionNames) {
    const text = process.env[variableOf(name)];
    if (text !== undefined) show(name, [text], `the environment variable ${variableOf(name)}`);
  }
  try {
    const config = await loadConfig(process.env[variableOf('config')], process.cwd());
    for (const [name, { texts }] of readListening(new Map(), config).given) show(name, texts, 'the configuration file');
  } catch {
    // The message would have values of the file.
    shown['config'] = 'a configuration file that cannot be used';
  }
  return shown;
}

/** Paths are the user's own, and the keys of accounts are made from the seed; that of seed 0 are known to everyone. */
function withoutPaths(facts: Json, withSeed: boolean): Json {
  if (!isObject(facts) || !isObject(facts['config'])) return facts;
  const { dump_path: path, seed, ...config } = facts['config'];
  return {
    ...facts,
    config: { ...config, dump_path: path ? 'set' : null, seed: seed === 0 || withSeed ? seed! : REDACTED },
  };
}

const seedIsHidden = ({ chain, journal }: Report): boolean =>
  typeof journal !== 'string' && isObject(chain) && isObject(chain['config']) && chain['config']['seed'] === REDACTED;

/** Writes a new file, and never another one. */
async function write(text: string, given: string | undefined): Promise<string> {
  for (let number = 1; ; number++) {
    const path = given ?? `starbox-report${number === 1 ? '' : `-${number}`}.json`;
    try {
      await writeFile(path, text, { flag: 'wx', mode: 0o600 });
      return path;
    } catch (error) {
      const exists = (error as NodeJS.ErrnoException).code === 'EEXIST';
      if (exists && given === undefined && number < 1000) continue;
      throw new StartError(
        exists
          ? `${path} exists, and a report replaces no file. Name another with --output.`
          : `${path} cannot be written: ${ioReason(error)}`,
      );
    }
  }
}

/** Prints the journal of a report as a dump. */
async function unpack(path: string): Promise<number> {
  let journal: Json | undefined;
  try {
    const report = parseJson(
      await readRegular(path, LARGEST_BUFFER, 'the largest report that can be read'),
      sourceLimits.fileJson,
    );
    journal = isObject(report) ? report['journal'] : undefined;
  } catch (error) {
    throw new StartError(`${path} cannot be read: ${ioReason(error)}`);
  }
  if (!Array.isArray(journal))
    throw new StartError(`${path} has no journal${typeof journal === 'string' ? `: ${journal}` : '.'}`);
  process.stdout.write(`${writeJson(journal)}\n`);
  return 0;
}
