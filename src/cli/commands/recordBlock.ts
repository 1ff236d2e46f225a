import { isRecordPlace } from '../../rpc/record/recordPlace.ts';
import { UsageError } from '../options/usageError.ts';
import { optionsHelp } from './commandOptions.ts';
import { openRecord, saveRecord } from './openRecord.ts';
import { readArguments } from './readArguments.ts';
import { replayHost, runReplay } from './replayHost.ts';

const HELP = `Record a block of another node in a file, with everything that a replay or a fork of it needs

Usage: starbox record-block [OPTIONS] NUMBER

  NUMBER  the number of the block

The block is replayed, and what it asks the node for is recorded: the block, its receipts and traces, the state before it, classes. Recording
into the same file again only adds to it.

Options:
${optionsHelp('record-block', { output: 'block-NUMBER.record' })}
The exit status is 0 if the block was recorded, also if its replay differs.

Examples:
  starbox record-block 1234567 --fork-network https://your.node/rpc/v0_10
  starbox replay-block 1234567 --fork-network block-1234567.record
  starbox --fork-network block-1234567.record
`;

/** `starbox record-block NUMBER`. */
export async function recordBlockCommand(args: readonly string[]): Promise<number> {
  const read = readArguments('record-block', args);
  if (!read) {
    process.stdout.write(HELP);
    return 0;
  }
  const [word, ...rest] = read.words;
  if (word === undefined || rest.length > 0 || !/^\d{1,15}$/.test(word))
    throw new UsageError(`record-block takes the number of one block, such as 1234567`);
  const number = Number(word);
  const path = (read.own['output'] as string | undefined) ?? `block-${number}.record`;
  if (!isRecordPlace(path)) throw new UsageError(`'${path}' is no name of a record: it must end with .record`);
  const host = await replayHost(read);
  const record = await openRecord(path);
  const before = record.size;
  const { recordBlock } = await import('../../rpc/record/recordBlock.ts');
  const replayed = await runReplay(host, (reporting) => recordBlock(reporting, record, number));
  const bytes = await saveRecord(path, record);
  const { resultOf } = await import('../../rpc/replay/range/blockResult.ts');
  const { outcome, transactions, first } = resultOf(replayed);
  process.stdout.write(
    `Block ${number} with ${transactions} ${transactions === 1 ? 'transaction' : 'transactions'} is recorded in ${path}: ${record.size - before} answers more, ${bytes} bytes.\n${
      outcome === 'equal' ? 'Its replay is the same as there.' : `Its replay differs: ${first}`
    }\n`,
  );
  return 0;
}
