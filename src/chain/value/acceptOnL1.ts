import { failed } from '../../protocol/chainError.ts';
import type { Block } from './block.ts';
import type { BlockId } from './blockId.ts';
import type { ChainValue } from './chainValue.ts';
import { numberOf, recordOf } from './history.ts';
import { localNumber } from './resolveBlock.ts';

/** Accepts a block and all before it. Returns the chain afterwards, and the newly accepted local blocks, newest first. */
export async function acceptOnL1(
  value: ChainValue,
  upTo: BlockId,
): Promise<{ readonly value: ChainValue; readonly blocks: readonly Block[] }> {
  if (upTo === 'open') throw failed('Pre-confirmed block cannot be accepted on L1');
  const ofOrigin = await originNumber(value, upTo);
  if (ofOrigin !== undefined) return { value: { ...value, originAcceptedNumber: ofOrigin }, blocks: [] };
  const { history, origin } = value;
  const number = localNumber(value, upTo);
  const accepted = value.l1AcceptedNumber ?? history.firstNumber - 1;
  if (number <= accepted) throw alreadyAccepted();
  const blocks: Block[] = [];
  for (let n = number; n > accepted; n--) blocks.push(recordOf(history, n)!.block);
  return { value: { ...value, l1AcceptedNumber: number, originAcceptedNumber: origin?.block.number }, blocks };
}

/** The number of a block of the origin that can be accepted now; undefined if the id is of a local block or unknown. */
async function originNumber(value: ChainValue, id: Exclude<BlockId, 'open'>): Promise<number | undefined> {
  const { origin, history, originAcceptedNumber: accepted = -1, l1AcceptedNumber } = value;
  if (!origin || id === 'latest') return undefined;
  if (id === 'l1Accepted') {
    if (l1AcceptedNumber !== undefined) return undefined;
    if (accepted >= 0) throw alreadyAccepted();
  } else if ('number' in id ? id.number >= history.firstNumber : numberOf(history, id.hash) !== undefined)
    return undefined;
  const block = await origin.findBlock(id);
  if (!block) throw failed('No block found');
  if (block.isAcceptedOnL1 || block.number <= accepted) throw alreadyAccepted();
  return block.number;
}

const alreadyAccepted = () => failed('Block already accepted on L1');
