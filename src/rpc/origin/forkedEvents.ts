// Events of a fork: the origin's first, then ours, read with one cursor.

import type { ChainView } from '../../chain/chainView.ts';
import type { Origin } from '../../chain/origin.ts';
import type { Felt } from '../../felt/felt.ts';
import { isObject } from '../../json/json.ts';
import { jsonInteger } from '../../json/writeJson.ts';
import type { WrittenJson } from '../../json/writtenJson.ts';
import { ChainError } from '../../protocol/chainError.ts';
import { message } from '../../protocol/message.ts';
import { type EventPage, type EventQuery, localEvents, readToken } from '../events/eventPage.ts';
import type { EmittedEvent } from '../format/event.ts';
import { hex, hexList } from '../format/hex.ts';
import { failed } from '../rpcError.ts';
import { askOrigin, ForwardedError } from './forward.ts';
import { numberOnEitherSide } from './originNumber.ts';

/** The mark of a token of the origin, as in starknet-devnet. */
const PREFIX = 'devnet-origin-';

/** A page of events. Pages hold events of one side only; after the origin's last comes the token of our first. */
export async function forkedEvents(
  chain: ChainView,
  origin: Origin,
  query: EventQuery,
): Promise<EventPage | WrittenJson<EventPage>> {
  const { fromBlock, toBlock, continuationToken: token } = query;
  const from = fromBlock === undefined ? 0 : await numberOnEitherSide(chain, fromBlock);
  const to = toBlock === undefined ? chain.openNumber : await numberOnEitherSide(chain, toBlock);
  const isOfOrigin = token === undefined || token.startsWith(PREFIX);
  const fork = origin.block.number;
  if (!isOfOrigin || from > fork) {
    // A number on a range without our blocks is past its end; one that is no number is wrong everywhere.
    if (to > fork) return localEvents(chain, query, Math.max(from, chain.firstNumber), to);
    readToken(token);
    return { events: [] };
  }
  if (from > to) return { events: [] };
  const page = await originEvents(origin, query, from, Math.min(to, fork), token?.slice(PREFIX.length));
  if (page.token !== undefined) return { events: page.events, continuation_token: PREFIX + page.token };
  return to > fork ? { events: page.events, continuation_token: '0' } : { events: page.events };
}

/** A page of the origin's events, and its token for the next. */
export async function originEvents(
  origin: Origin,
  { address, keys, chunkSize }: Pick<EventQuery, 'address' | 'keys' | 'chunkSize'>,
  from: number,
  to: number,
  token: string | undefined,
): Promise<{ readonly events: readonly EmittedEvent[]; readonly token: string | undefined }> {
  const filter = {
    from_block: { block_number: from },
    to_block: { block_number: to },
    ...(address ? { address: formatAddresses(address) } : {}),
    ...(keys ? { keys: keys.map(hexList) } : {}),
    ...(token === undefined ? {} : { continuation_token: token }),
    chunk_size: jsonInteger(chunkSize),
  };
  const page = await askOrigin(origin, 'getEvents', { filter }, 'lasting').catch((error: unknown) => {
    if (!(error instanceof ChainError) || error instanceof ForwardedError) throw error;
    throw failed(message`Unexpected internal error: Error in fetching origin events: ${error.words}`);
  });
  if (!isObject(page) || !Array.isArray(page['events']))
    throw failed(
      `Unexpected internal error: Error in fetching origin events: no events in the answer of ${origin.url}`,
    );
  const next = page['continuation_token'];
  // The origin's events are passed on as they are.
  return {
    events: page['events'] as unknown as readonly EmittedEvent[],
    token: typeof next === 'string' ? next : undefined,
  };
}

/** Nodes of earlier versions take one address only. */
const formatAddresses = (addresses: readonly Felt[]) =>
  addresses.length === 1 ? hex(addresses[0]!) : hexList(addresses);
