import { existsSync, fstatSync } from 'node:fs';
import { join } from 'node:path';
import { doLater } from '../../async/eitherWay.ts';
import { ioReason } from '../../platform/ioReason.ts';
import { packageOf } from '../../platform/sourceLines.ts';
import type { Moment } from '../../stateFile/momentFile.ts';
import { groupedDigits } from '../../text/groupedDigits.ts';
import type { RecordedDebugger } from '../../tools/debug/recordedDebugger.ts';
import { type PathMap, readPathMap, SourcePaths } from '../debugAdapter/sourcePaths.ts';
import { docPage } from '../options/docPages.ts';
import { UsageError } from '../options/usageError.ts';
import { StartError } from '../start/startError.ts';
import { optionsHelp } from './commandOptions.ts';
import type { Debugged } from './debugNode.ts';
import { type CommandArguments, readArguments } from './readArguments.ts';
import { namingErrors, reachable, replayHost, runReplay } from './replayHost.ts';
import { transactionHash } from './transactionHash.ts';
import { readWhatIf } from './whatIfArguments.ts';

const HELP = `Step through a transaction in an editor, forward and back (Debug Adapter Protocol)

Usage: starbox debug [OPTIONS] HASH
       starbox debug [OPTIONS] FILE
       starbox debug [OPTIONS] --call <JSON>
       starbox debug [OPTIONS] --estimate <JSON>

  HASH  the hash of the transaction
  FILE  a transaction that was exported from the explorer page, with its chain, sources and step

Options:
${optionsHelp('debug')}
The transaction is executed again here, on the state before it. Start it in the folder of your Scarb.toml, so that its build output is found.

Examples:
  starbox debug 0x2a91…
  starbox debug 0x2a91… --fork-network https://your.node/rpc/v0_10 --stdio
  starbox debug 0x2a91… --state chain.starbox
  starbox debug ./0x2a91.moment
  starbox debug --call '{"contract_address": "0x64", "entry_point": "total", "calldata": []}'
`;

/** `starbox debug HASH`. */
export async function debugCommand(args: readonly string[]): Promise<number> {
  const read = readArguments('debug', args);
  if (!read) {
    process.stdout.write(HELP);
    return 0;
  }
  const port = portOf(read.own['port']);
  const given = stepOf(read.own['at']);
  const maps = mapsOf(read.own['source-map']);
  const isStdio = read.own['stdio'] === true;
  const starter = new AbortController();
  let isReady = false;
  // An input that has ended before the port is known was empty from the start, which tells nothing.
  if (!isStdio) watchStarter(() => isReady && starter.abort());
  const exported = await exportedBy(read);
  const debug = await debuggerFor(read, exported);
  const at = given ?? exported?.moment;
  if (at !== undefined) {
    if (at > debug.moments) {
      const ends = `is beyond the end: there are ${groupedDigits(debug.moments)} steps`;
      throw new StartError(
        given === undefined
          ? `The step ${at} of ${read.words[0]} ${ends}. Give another one with --at.`
          : `--at ${at} ${ends}`,
      );
    }
    debug.goTo(at, 'pause');
  }
  const paths = new SourcePaths(maps, await doLater(packageOf(join(process.cwd(), 'Scarb.toml'))), existsSync);
  const { servePort, serveStreams } = await import('../debugAdapter/serve.ts');
  if (isStdio) await serveStreams(debug, process.stdin, process.stdout, { paths });
  else {
    const onPort = (at: number) => {
      isReady = true;
      // The Cairo extension of VS Code waits for this line.
      process.stdout.write(`${groupedDigits(debug.moments)} steps are ready\nDEBUGGER PORT: ${at}\n`);
      process.stderr.write(nextStep(at));
    };
    await servePort(debug, port, { onPort, paths, giveUp: starter.signal }).catch((error: unknown) => {
      throw new StartError(`Port ${port} cannot be used: ${ioReason(error)}`);
    });
  }
  process.stdin.unref?.();
  return 0;
}

/** What to do with the port. It goes to the standard error, because editors read the standard output. */
const nextStep = (port: number): string =>
  `Connect an editor that speaks the Debug Adapter Protocol to this port (in VS Code: "debugServer": ${port} in launch.json). How: ${docPage('debugger') ?? 'docs/debugger.md'}\n`;

/** Notices that the program which started the command has ended, while it held the other end of standard input. */
function watchStarter(onEnd: () => void): void {
  try {
    const input = fstatSync(0);
    if (!input.isFIFO() && !input.isSocket()) return;
  } catch {
    return;
  }
  process.stdin.once('end', onEnd);
  process.stdin.once('error', () => {});
  process.stdin.resume();
  process.stdin.unref?.();
}

/** The exported transaction that the only word names, if it is a file. */
async function exportedBy({ own, words }: CommandArguments): Promise<Moment | undefined> {
  const [word, ...rest] = words;
  const { isFileName, readExported } = await import('./exportedFile.ts');
  if (!isFileName(word) || rest.length > 0) return undefined;
  for (const name of ['call', 'estimate', 'state', 'swap', 'set', 'as'])
    if (own[name] !== undefined) throw new UsageError(`--${name} is not for an exported file, which has its own chain`);
  return readExported(word);
}

/** The debugger of what the words name: a transaction of another node, or something on a node that is started for it. */
async function debuggerFor(read: CommandArguments, exported: Moment | undefined): Promise<RecordedDebugger> {
  const { own, words } = read;
  const text = (name: string) => own[name] as string | undefined;
  const [call, estimate, state] = [text('call'), text('estimate'), text('state')];
  const whatIf = readWhatIf(own);
  if (exported) {
    const { debugOnNode } = await import('./debugNode.ts');
    const findUrl = async () => words[0]!;
    const origin = { state: undefined, fork: text('fork-network'), exported, findUrl, cache: text('fork-cache') };
    return namingErrors(() => debugOnNode(origin, { kind: 'transaction', hash: exported.transaction }));
  }
  if (call === undefined && estimate === undefined && state === undefined) {
    const hash = await transactionHash('debug', words);
    const { debugTransaction } = await import('../../rpc/replay/replay.ts');
    return runReplay(await replayHost(read, whatIf), (host) => debugTransaction(host, hash, whatIf));
  }
  for (const name of ['swap', 'set', 'as'])
    if (own[name] !== undefined)
      throw new UsageError(`--${name} changes a transaction of another node: it needs a HASH, and no --state`);
  if ([call, estimate, words[0]].filter((each) => each !== undefined).length !== 1)
    throw new UsageError('give one of HASH, --call and --estimate');
  const { debugOnNode } = await import('./debugNode.ts');
  const origin = {
    state,
    fork: text('fork-network'),
    findUrl: async () => text('fork-network') ?? (state === undefined ? (await reachable(await read.node())).url : ''),
    cache: text('fork-cache'),
  };
  const debugged: Debugged =
    call !== undefined
      ? { kind: 'call', text: call }
      : estimate !== undefined
        ? { kind: 'estimate', text: estimate }
        : { kind: 'transaction', hash: await transactionHash('debug', words) };
  return namingErrors(() => debugOnNode(origin, debugged));
}

const mapsOf = (given: unknown): readonly PathMap[] =>
  ((given ?? []) as readonly string[]).map((text) => {
    const map = readPathMap(text);
    if (!map) throw new UsageError(`--source-map: '${text}' is not FROM=TO, such as /build/token=/home/me/token`);
    return map;
  });

/** A step that is given; undefined for the start. */
function stepOf(given: unknown): number | undefined {
  if (given === undefined) return undefined;
  const step = /^\d{1,15}$/.test(String(given)) ? Number(given) : Number.NaN;
  if (Number.isNaN(step)) throw new UsageError(`'${String(given)}' is not a step: a whole number from 0 on`);
  return step;
}

function portOf(given: unknown): number {
  if (given === undefined) return 0;
  const port = Number(given);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new UsageError(`'${String(given)}' is not a port: a number from 0 to 65535`);
  return port;
}
