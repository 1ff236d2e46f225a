// What the subscription methods share.

import type { ChainView } from '../../chain/chainView.ts';
import type { BlockId } from '../../chain/value/blockId.ts';
import { limits } from '../../protocol/limits.ts';
import type { Context } from '../context.ts';
import { hex } from '../format/hex.ts';
import { numberOnEitherSide } from '../origin/originNumber.ts';
import { RpcError } from '../rpcError.ts';
import type { Notice } from './notice.ts';
import { notificationOf } from './notification.ts';
import type { Selector, Subscriptions } from './subscriptions.ts';

/** The connection's subscriptions; only a socket has them, and only a socket gets here. */
export function subscriptionsOf({ subscriptions }: Context): Subscriptions {
  if (!subscriptions) throw new RpcError('methodNotFound');
  return subscriptions;
}

/** Every subscription, of any kind, is notified of removed blocks. */
export function orReorg(select: Selector): Selector {
  return (notice) =>
    notice.kind === 'reorg' ? notificationOf(notice, 'subscriptionReorg', () => reorg(notice)) : select(notice);
}

const reorg = ({ first, last }: Extract<Notice, { kind: 'reorg' }>): object => ({
  starting_block_hash: hex(first.hash),
  starting_block_number: first.number,
  ending_block_hash: hex(last.hash),
  ending_block_number: last.number,
});

/** The number of the block that a subscription starts at, on either side of a fork. Throws if it is unknown or too far back. */
export async function startNumber(chain: ChainView, id: BlockId): Promise<number> {
  const number = await numberOnEitherSide(chain, id);
  if (chain.latest.number - number > limits.subscriptionBlocksBack) throw new RpcError('tooManyBlocksBack');
  return number;
}
