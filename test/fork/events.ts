import { block } from '../support/fork/chains.ts';
import type { Chain } from '../support/fork/wallet.ts';
import { comparable } from './comparable.ts';

/** All events of a chain, page by page. */
export async function allEvents(chain: Pick<Chain, 'request'>, chunk_size = 100): Promise<unknown[]> {
  const events: unknown[] = [];
  let token: string | undefined;
  do {
    const filter = { from_block: block(0), chunk_size, ...(token && { continuation_token: token }) };
    const page = await chain.request<{ events: object[]; continuation_token?: string }>('starknet_getEvents', {
      filter,
    });
    events.push(...page.events.map(comparable));
    token = page.continuation_token;
  } while (token !== undefined);
  return events;
}
