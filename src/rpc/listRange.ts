import type { ChainView } from '../chain/chainView.ts';

/** The blocks of a list: one, or those from one number to another. */
interface BlockRange {
  readonly blockNumber?: bigint | undefined;
  readonly fromBlock: bigint | undefined;
  readonly toBlock: bigint | undefined;
}

/** The first and the last block that a list looks at. Blocks that are not here have nothing to list. */
export function listRange(
  chain: ChainView,
  { blockNumber, fromBlock, toBlock }: BlockRange,
): readonly [number, number] {
  const from = Math.max(chain.firstNumber, Number(blockNumber ?? fromBlock ?? 0n), Number(fromBlock ?? 0n));
  const to = Math.min(chain.openNumber, Number(blockNumber ?? toBlock ?? BigInt(chain.openNumber)));
  return [from, toBlock === undefined ? to : Math.min(to, Number(toBlock))];
}
