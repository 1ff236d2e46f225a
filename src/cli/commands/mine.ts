import { limits } from '../../protocol/limits.ts';
import { UsageError } from '../options/usageError.ts';
import { askNode } from './askNode.ts';
import { optionsHelp } from './commandOptions.ts';
import { readArguments } from './readArguments.ts';

const MOST = limits.minedBlocks;

const HELP = `Make blocks on a running node

Usage: starbox mine [OPTIONS] [COUNT]

  COUNT  how many, from 1 to ${MOST} [default: 1]

Options:
${optionsHelp('mine')}
Examples:
  starbox mine
  starbox mine 10
  starbox mine 3 --seconds 3600
`;

/** `starbox mine [COUNT]`. */
export async function mineCommand(args: readonly string[]): Promise<number> {
  const read = readArguments('mine', args);
  if (!read) {
    process.stdout.write(HELP);
    return 0;
  }
  const { words, own, json } = read;
  const [text = '1', ...rest] = words;
  if (rest.length > 0) throw new UsageError(`mine takes one number; see 'starbox help mine'`);
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > MOST) throw new UsageError(`'${text}' is not a number of blocks from 1 to ${MOST}`);
  const seconds = String(own['seconds'] ?? '0');
  if (!/^\d{1,12}$/.test(seconds))
    throw new UsageError(`invalid value '${seconds}' for '--seconds <SECONDS>': it must be a number of seconds`);
  const node = await read.node();
  const params = { blocks: count, seconds: Number(seconds) };
  const { block_hashes } = await askNode<{ readonly block_hashes: readonly string[] }>(node, 'devnet_mine', params);
  if (json) {
    process.stdout.write(`${JSON.stringify({ block_hashes }, null, 2)}\n`);
    return 0;
  }
  const last = block_hashes.at(-1)!;
  const { block_number } = await askNode<{ readonly block_number: number }>(node, 'starknet_getBlockWithTxHashes', {
    block_id: { block_hash: last },
  });
  process.stdout.write(
    count === 1 ? `Block ${block_number} ${last}\n` : `Blocks ${block_number - count + 1} to ${block_number} ${last}\n`,
  );
  return 0;
}
