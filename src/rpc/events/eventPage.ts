import type { ChainView } from '../../chain/chainView.ts';
import type { BlockId } from '../../chain/value/blockId.ts';
import { matchingEvents } from '../../chain/value/matchingEvents.ts';
import type { Felt } from '../../felt/felt.ts';
import { PartsBuilder } from '../../json/textParts.ts';
import { WrittenJson } from '../../json/writtenJson.ts';
import { limits } from '../../protocol/limits.ts';
import type { EmittedEvent } from '../format/event.ts';
import { EventWriter } from '../format/eventText.ts';
import { RpcError } from '../rpcError.ts';

/** The parameters of a request for events. */
export interface EventQuery {
  readonly fromBlock: BlockId | undefined;
  readonly toBlock: BlockId | undefined;
  readonly address: readonly Felt[] | undefined;
  readonly keys: readonly (readonly Felt[])[] | undefined;
  readonly continuationToken: string | undefined;
  readonly chunkSize: bigint;
}

export interface EventPage {
  readonly events: readonly EmittedEvent[];
  readonly continuation_token?: string;
}

/** A page of the events of local blocks in a range, collected in slices. */
export async function localEvents(
  chain: ChainView,
  query: EventQuery,
  from: number,
  to: number,
): Promise<WrittenJson<EventPage>> {
  const { chunkSize } = query;
  const skip = readToken(query.continuationToken) * chunkSize;
  const end = skip + chunkSize;
  const writer = new EventWriter();
  const page = new PartsBuilder();
  page.add('{"events":[');
  let written = 0;
  let seen = 0n;
  for (const found of matchingEvents(chain.value, { addresses: query.address, keys: query.keys }, from, to)) {
    const pause = chain.rest();
    if (pause) await pause;
    if (found === undefined) continue;
    if (seen === end) {
      page.add(`],"continuation_token":"${skip / chunkSize + 1n}"}`);
      return new WrittenJson(page.finish());
    }
    if (seen >= skip) {
      if (written === limits.eventPage) throw new RpcError('pageSizeTooBig');
      if (written++ > 0) page.add(',');
      page.add(writer.write(found.transaction, found.eventIndex));
    }
    seen++;
  }
  page.add(']}');
  return new WrittenJson(page.finish());
}

const TOKEN = /^\+?\d{1,20}$/;

/** A token is the number of a page. */
export function readToken(token: string | undefined): bigint {
  if (token === undefined) return 0n;
  const page = TOKEN.test(token) ? BigInt(token.replace('+', '')) : -1n;
  if (page < 0n || page >= 2n ** 64n) throw new RpcError('invalidContinuationToken');
  return page;
}
