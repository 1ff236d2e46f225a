import { finish } from '../../async/steps.ts';
import type { ReplayedTransaction } from '../../rpc/replay/replay.ts';
import { optionsHelp } from './commandOptions.ts';
import { readArguments } from './readArguments.ts';
import { replayHost, runReplay } from './replayHost.ts';
import { transactionHash } from './transactionHash.ts';
import { readWhatIf } from './whatIfArguments.ts';

const HELP = `Execute a transaction of another node again, on the state before it, and compare the result with that node's

Usage: starbox replay [OPTIONS] HASH

  HASH  the hash of the transaction

Options:
${optionsHelp('replay')}
The exit status is 0 if the result is the same, or if you changed something, and 1 if it is different.

Examples:
  starbox replay 0x2a91… --fork-network https://your.node/rpc/v0_10
  starbox replay 0x2a91… --fork-network https://your.node/rpc/v0_10 --swap 0x49d3…=target/dev/my_Token.contract_class.json
  starbox replay 0x2a91… --fork-network https://your.node/rpc/v0_10 --set 0x49d3….paused=0 --as 0x64b4…
`;

/** `starbox replay HASH`. */
export async function replayCommand(args: readonly string[]): Promise<number> {
  const read = readArguments('replay', args);
  if (!read) {
    process.stdout.write(HELP);
    return 0;
  }
  const hash = await transactionHash('replay', read.words);
  const whatIf = readWhatIf(read.own);
  const host = await replayHost(read, whatIf);
  const { replayTransaction } = await import('../../rpc/replay/replay.ts');
  const replayed = await runReplay(host, (reporting) => replayTransaction(reporting, hash, whatIf));
  const { formatReplay } = await import('../../rpc/replay/formatReplay.ts');
  process.stdout.write(read.json ? await replayJson(replayed) : formatReplay(replayed, host.url, read.color));
  return replayed.differences.length === 0 || replayed.isChanged ? 0 : 1;
}

async function replayJson({ explanation, ...replayed }: ReplayedTransaction): Promise<string> {
  const { formatExplained } = await import('../../rpc/format/explanation.ts');
  const { writeReplayJson } = await import('./replayHost.ts');
  return writeReplayJson({ ...replayed, explanation: explanation && finish(formatExplained(explanation)) });
}
