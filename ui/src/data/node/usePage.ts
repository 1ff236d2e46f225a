import { useEffect, useMemo, useState } from 'preact/hooks';
import type { RpcParams, RpcResult } from '../../../../src/rpc/schema.ts';
import { type Query, useNode, useQuery } from './hooks.ts';
import { keyOf, type NodeClient } from './nodeClient.ts';

/** Lists whose pages can be short because the node looks at a part of a long chain at a time. */
type ListMethod = 'sandbox_getTransactions' | 'sandbox_findEvents';
type Page<M extends ListMethod> = RpcResult<M>;

const MOST_REQUESTS = 40;

const rowsOf = (page: Page<ListMethod>): readonly unknown[] => ('events' in page ? page.events : page.transactions);

/** Adds rows of older pages to a page until it is full, or the list ends. */
export async function filledPage<M extends ListMethod>(
  node: Pick<NodeClient, 'cached'>,
  method: M,
  params: RpcParams<M> & { readonly limit: number },
  first: Page<M>,
  isWanted: () => boolean,
): Promise<Page<M>> {
  let page: Page<ListMethod> = first;
  for (let asked = 0; asked < MOST_REQUESTS && isWanted(); asked++) {
    const missing = params.limit - rowsOf(page).length;
    if (page.next === null || missing <= 0) break;
    const more: Page<ListMethod> = await node.cached(
      method,
      { ...params, limit: missing, before: page.next } as RpcParams<M>,
      'live',
    );
    page =
      'events' in page
        ? { events: [...page.events, ...('events' in more ? more.events : [])], next: more.next }
        : {
            transactions: [...page.transactions, ...('transactions' in more ? more.transactions : [])],
            next: more.next,
          };
  }
  return page as Page<M>;
}

/**
 * Fills the pages of one list, one after the other. A page that comes meanwhile is filled next: on a busy chain pages come faster than
 * they are filled.
 */
export class PageFilling<P> {
  readonly #fill: (first: P, isWanted: () => boolean) => Promise<P>;
  readonly #show: (page: P) => void;
  #next: P | undefined;
  #isRunning = false;
  #isWanted = true;

  constructor(fill: (first: P, isWanted: () => boolean) => Promise<P>, show: (page: P) => void) {
    this.#fill = fill;
    this.#show = show;
  }

  take(first: P): void {
    this.#next = first;
    if (!this.#isRunning) void this.#run();
  }

  stop(): void {
    this.#isWanted = false;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#next !== undefined && this.#isWanted) {
      const first = this.#next;
      this.#next = undefined;
      // Without the rest, the page as the node gave it is shown, and leads on.
      const page = await this.#fill(first, () => this.#isWanted).catch(() => first);
      if (this.#isWanted) this.#show(page);
    }
    this.#isRunning = false;
  }
}

/** What is shown of a short page while it is filled: its rows; without any, that it is loaded, because an empty list would be a lie. */
export const whileFilled = <P extends Page<ListMethod>>(query: Query<P>): Query<P> => ({
  ...query,
  data: query.data && rowsOf(query.data).length > 0 ? query.data : undefined,
  isLoading: true,
});

/** A page of a list, full if the list goes on. */
export function usePage<M extends ListMethod>(
  method: M,
  params: RpcParams<M> & { readonly limit: number },
): Query<Page<M>> {
  const node = useNode();
  const query = useQuery(method, params as RpcParams<M>);
  const { data } = query;
  const [filled, setFilled] = useState<{ readonly key: string; readonly page: Page<M> }>();
  const key = keyOf(method, params);
  const filling = useMemo(
    () =>
      new PageFilling<Page<M>>(
        (first, isWanted) => filledPage(node, method, params, first, isWanted),
        (page) => setFilled({ key, page }),
      ),
    [node, key],
  );
  useEffect(() => () => filling.stop(), [filling]);
  const isShort = data !== undefined && data.next !== null && rowsOf(data).length < params.limit;
  useEffect(() => {
    if (data && isShort) filling.take(data);
  }, [filling, data]);
  if (!isShort) return query;
  return filled?.key === key ? { ...query, data: filled.page } : whileFilled(query);
}
