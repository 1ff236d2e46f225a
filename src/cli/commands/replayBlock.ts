import { UsageError } from '../options/usageError.ts';
import { optionsHelp } from './commandOptions.ts';
import { readArguments } from './readArguments.ts';
import { replayHost, runReplay, writeReplayJson } from './replayHost.ts';

const HELP = `Execute all transactions of a block of another node again, and compare receipts, traces, the state diff, commitments and the block hash with that node's

Usage: starbox replay-block [OPTIONS] NUMBER

  NUMBER  the number of the block, or latest

Options:
${optionsHelp('replay-block')}
The exit status is 0 if everything is the same, and 1 otherwise.

Examples:
  starbox replay-block 1234567 --fork-network https://your.node/rpc/v0_10
  starbox replay-block latest --fork-network https://your.node/rpc/v0_10 --json
`;

/** `starbox replay-block NUMBER`. */
export async function replayBlockCommand(args: readonly string[]): Promise<number> {
  const read = readArguments('replay-block', args);
  if (!read) {
    process.stdout.write(HELP);
    return 0;
  }
  const [block, ...rest] = read.words;
  if (block === undefined || rest.length > 0)
    throw new UsageError(`replay-block takes the number of one block; see 'starbox replay-block --help'`);
  if (block !== 'latest' && !/^\d{1,15}$/.test(block))
    throw new UsageError(`'${block}' is not the number of a block, such as 1234567, nor latest`);
  const host = await replayHost(read);
  const { replayBlock } = await import('../../rpc/replay/replay.ts');
  const replayed = await runReplay(host, (reporting) =>
    replayBlock(reporting, block === 'latest' ? block : Number(block)),
  );
  const { equalParts, formatReplayedBlock } = await import('../../rpc/replay/formatReplay.ts');
  process.stdout.write(
    read.json
      ? writeReplayJson({
          ...replayed,
          transactions: replayed.transactions.map((one) => ({ ...one, equal: equalParts(one) })),
        })
      : formatReplayedBlock(replayed, host.url, read.color),
  );
  const isSame = [replayed, ...replayed.transactions].every(({ differences }) => differences.length === 0);
  return isSame ? 0 : 1;
}
