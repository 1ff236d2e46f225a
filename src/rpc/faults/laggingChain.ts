import { finishInSlices } from '../../async/steps.ts';
import type { Node } from '../../chain/node.ts';
import { abortBlocks } from '../../chain/value/abortBlocks.ts';
import type { ChainValue } from '../../chain/value/chainValue.ts';
import { sealingOver, withNextBlock } from '../../chain/value/seal.ts';

/** What replicas of each chain know, by how far they are behind. */
const replicas = new WeakMap<ChainValue, Map<number, Promise<ChainValue>>>();

/** The chain as a replica knows it that is some blocks behind; the first block is known to all. */
export function laggingChain(node: Node, blocks: number): Promise<ChainValue> {
  const { value } = node;
  let known = replicas.get(value);
  if (!known) replicas.set(value, (known = new Map()));
  let replica = known.get(blocks);
  if (!replica) known.set(blocks, (replica = withoutNewest(node, value, blocks)));
  return replica;
}

async function withoutNewest(node: Node, value: ChainValue, blocks: number): Promise<ChainValue> {
  const { history, origin } = value;
  const { config, pastStates } = node.surroundings;
  const length = history.records.length;
  const sealing = sealingOver(config, origin);
  // No replica has what is only pre-confirmed elsewhere.
  if (length < 2) return withNextBlock({ ...value, pool: value.pool.emptied() }, history, sealing);
  const first = history.firstNumber + Math.max(length - blocks, 1);
  const steps = abortBlocks(value, { number: first }, pastStates, sealing);
  const { value: shorter } = await finishInSlices(steps);
  const { l1AcceptedNumber: accepted } = value;
  return { ...shorter, l1AcceptedNumber: accepted === undefined ? undefined : Math.min(accepted, first - 1) };
}
