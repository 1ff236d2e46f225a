import { appendFile, stat, writeFile } from 'node:fs/promises';
import { readNamedFile } from '../../platform/regularFile.ts';
import type { BlockResult } from '../../rpc/replay/range/blockResult.ts';
import type { BlockRange } from '../../rpc/replay/range/replayRange.ts';
import type { ReplayHost } from '../../rpc/replay/replay.ts';
import { UsageError } from '../options/usageError.ts';
import { StartError } from '../start/startError.ts';
import { optionsHelp } from './commandOptions.ts';
import { type CommandArguments, readArguments } from './readArguments.ts';
import { replayHost, runReplay, writeReplayJson } from './replayHost.ts';

const HELP = `Execute the blocks of a range of another node again, and compare everything with that node

Usage: starbox replay-range [OPTIONS] FROM..TO

  FROM..TO  numbers of blocks, both included; TO may be latest

Options:
${optionsHelp('replay-range', { parallel: 4 })}
The exit status is 0 if all blocks are the same, 1 if one is different or the replay fails, and 3 if none is different but some cannot be
replayed, such as those with transactions of old versions.

Examples:
  starbox replay-range 8894000..8894999 --fork-network https://your.node/rpc/v0_10 --ledger sepolia.ledger
  starbox replay-range 8000000..latest --fork-network https://your.node/rpc/v0_10 --bisect
`;

const MOST_PARALLEL = 64;
const MOST_BLOCKS = 10_000_000;
/** The exit status if no block differs but some cannot be replayed. */
const INCOMPLETE = 3;

/** `starbox replay-range FROM..TO`. */
export async function replayRangeCommand(args: readonly string[]): Promise<number> {
  const read = readArguments('replay-range', args);
  if (!read) {
    process.stdout.write(HELP);
    return 0;
  }
  const wanted = readRange(read.words);
  const parallel = readParallel(read.own['parallel'] as string | undefined);
  const host = await replayHost(read);
  return runReplay(host, (reporting) => run(reporting, wanted, parallel, read));
}

async function run(
  given: ReplayHost,
  wanted: { readonly from: number; readonly to: number | undefined },
  parallel: number,
  { own, json, color }: CommandArguments,
): Promise<number> {
  const { withOneHead, replayRange, replayOne } = await import('../../rpc/replay/range/replayRange.ts');
  const { formatRange, formatBisected, summaryOf } = await import('../../rpc/replay/range/formatRange.ts');
  const { report, ...host } = withOneHead(given);
  const head = await host.connect({ url: host.url, blockNumber: undefined });
  const range = { from: wanted.from, to: wanted.to ?? head.block.number };
  checkRange(range, head.block.number, host.url);
  const ledger = await openLedger(own['ledger'] as string | undefined, head.chainId);
  const known = new Map(ledger.known);
  if (own['again'] === true) for (const [block, { outcome }] of known) if (outcome !== 'equal') known.delete(block);
  let [done, different] = [0, 0];
  const onResult = async (result: BlockResult) => {
    known.set(result.block, result);
    done++;
    if (result.outcome === 'different') different++;
    report?.(`block ${result.block}: ${done} of ${range.to - range.from + 1} done, ${different} different`);
    await ledger.add(result);
  };
  if (own['bisect'] === true) {
    const { bisectRange } = await import('../../rpc/replay/range/bisectRange.ts');
    const found = await bisectRange(range, async (block) => {
      const before = known.get(block);
      if (before) return before;
      const result = await replayOne(host, block);
      await onResult(result);
      return result;
    });
    process.stdout.write(json ? writeReplayJson(found) : formatBisected(found, range, host.url));
    return found.kind === 'equal' ? 0 : found.kind === 'impossible' ? INCOMPLETE : 1;
  }
  const results = await replayRange(host, range, { known, parallel, onResult });
  process.stdout.write(
    json ? writeReplayJson({ summary: summaryOf(results), blocks: results }) : formatRange(results, host.url, color),
  );
  const has = (outcome: BlockResult['outcome']) => results.some((one) => one.outcome === outcome);
  return has('different') ? 1 : has('impossible') ? INCOMPLETE : 0;
}

function readRange(words: readonly string[]): { readonly from: number; readonly to: number | undefined } {
  const [word, ...rest] = words;
  const parts = rest.length === 0 ? /^(\d{1,12})\.\.(\d{1,12}|latest)$/.exec(word ?? '') : null;
  if (!parts)
    throw new UsageError(
      `replay-range takes two numbers of blocks, such as 1000..1999, or 1000..latest; see 'starbox replay-range --help'`,
    );
  return { from: Number(parts[1]), to: parts[2] === 'latest' ? undefined : Number(parts[2]) };
}

function checkRange({ from, to }: BlockRange, newest: number, url: string): void {
  if (to < from) throw new UsageError(`the range ${from}..${to} has no blocks: ${to} comes before ${from}`);
  if (to > newest) throw new StartError(`The node ${url} has no block ${to}: its newest is ${newest}.`);
  if (to - from >= MOST_BLOCKS) throw new UsageError(`a range has at most ${MOST_BLOCKS} blocks; run several`);
}

function readParallel(text = '4'): number {
  const number = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > MOST_PARALLEL)
    throw new UsageError(`invalid value '${text}' for '--parallel <N>': a number from 1 to ${MOST_PARALLEL}`);
  return number;
}

/** The ledger of a run: results of earlier runs, and where new ones are added. Without a file there is none. */
async function openLedger(path: string | undefined, chainId: bigint) {
  if (path === undefined) return { known: new Map<number, BlockResult>(), add: async () => {} };
  const { readLedger, writeHead, writeResult } = await import('../../rpc/replay/range/rangeLedger.ts');
  const isNew = await stat(path).then(
    ({ size }) => size === 0,
    () => true,
  );
  if (isNew) await writeFile(path, writeHead(chainId));
  const text = (await readNamedFile(path)).toString();
  const { results, dropped } = readLedger(text, chainId, path);
  if (dropped > 0) process.stderr.write(`${dropped} damaged lines of ${path} are left out; their blocks run again.\n`);
  // The last line of a run that was killed may have no end.
  if (!text.endsWith('\n')) await appendFile(path, '\n');
  return { known: results, add: (result: BlockResult) => appendFile(path, writeResult(result)) };
}
