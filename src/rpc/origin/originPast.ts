// What subscribers get about the blocks before a fork.

import type { ChainView } from '../../chain/chainView.ts';
import type { Origin } from '../../chain/origin.ts';
import type { Finality } from '../../chain/value/block.ts';
import type { Felt } from '../../felt/felt.ts';
import { isObject, type Json } from '../../json/json.ts';
import { ChainError } from '../../protocol/chainError.ts';
import { limits } from '../../protocol/limits.ts';
import type { EventQuery } from '../events/eventPage.ts';
import { getTransactionStatus } from '../methods/chain/getTransactionStatus.ts';
import { failed, RpcError } from '../rpcError.ts';
import { originEvents } from './forkedEvents.ts';
import { orOrigin } from './forward.ts';

/** The headers of the origin's blocks from a number up to the fork. */
export async function originHeads(origin: Origin, from: number): Promise<object[]> {
  const count = Math.max(0, origin.block.number - from + 1);
  const params = Array.from({ length: count }, (_, i) => ({ block_id: { block_number: from + i } }));
  const blocks = await origin.askAll('getBlockWithTxHashes', params);
  return blocks.map((block) => {
    if (!isObject(block as Json))
      throw failed('The origin answered getBlockWithTxHashes with something other than a block.');
    const { transactions: _transactions, status: _status, ...header } = block as Record<string, unknown>;
    return header;
  });
}

const PAGE = 1000n;

/** The origin's events from a block up to the fork, with how final they are. */
export async function originPastEvents(
  chain: ChainView,
  origin: Origin,
  from: number,
  query: Pick<EventQuery, 'address' | 'keys'>,
): Promise<{ readonly finality_status: Finality }[]> {
  const accepted = Math.max(
    chain.value.originAcceptedNumber ?? -1,
    (await origin.findBlock('l1Accepted'))?.number ?? -1,
  );
  const events: { readonly finality_status: Finality }[] = [];
  let token: string | undefined;
  do {
    const page = await originEvents(origin, { ...query, chunkSize: PAGE }, from, origin.block.number, token);
    for (const event of page.events)
      if (typeof event === 'object' && event)
        events.push({
          ...event,
          finality_status: Number(event.block_number) <= accepted ? 'ACCEPTED_ON_L1' : 'ACCEPTED_ON_L2',
        });
    if (events.length > limits.eventPage)
      throw failed(
        `More than ${limits.eventPage} events of the origin match: start at a later block, or name addresses or keys.`,
      );
    token = page.token;
  } while (token !== undefined);
  return events;
}

/** The status of a transaction of the origin; undefined when it has none of that hash before the fork. */
export async function originStatus(chain: ChainView, hash: Felt): Promise<Json | undefined> {
  try {
    return (await orOrigin(chain, getTransactionStatus, { transactionHash: hash }, () => {
      throw new RpcError('transactionHashNotFound');
    })) as Json;
  } catch (error) {
    if (error instanceof ChainError && error.kind === 'transactionHashNotFound') return undefined;
    throw error;
  }
}
