import { useEffect, useMemo, useState } from 'preact/hooks';
import type { RpcParams, RpcResult } from '../../../../src/rpc/schema.ts';
import { type Query, useNode, useQuery } from './hooks.ts';
import { type Freshness, keyOf, type NodeClient } from './nodeClient.ts';

/** How the members of a list are called: its rows, and where the next page begins, in a page and in a request. */
interface ListWords {
  readonly rows: string;
  readonly next: string;
  readonly size: string;
  readonly from: string;
}

const CHAIN_LIST = { next: 'next', size: 'limit', from: 'before' } as const;

/** Lists whose pages can be short because the node looks at a part of a long chain at a time. */
const lists = {
  sandbox_getTransactions: { ...CHAIN_LIST, rows: 'transactions' },
  sandbox_findEvents: { ...CHAIN_LIST, rows: 'events' },
  sandbox_getL1Messages: { rows: 'messages', next: 'continuation', size: 'page_size', from: 'continuation' },
} as const satisfies Readonly<Record<string, ListWords>>;

type ListMethod = keyof typeof lists;
type Page<M extends ListMethod> = RpcResult<M>;
type Members = Readonly<Record<string, unknown>>;

const MOST_REQUESTS = 40;

const rowsOf = (method: ListMethod, page: unknown): readonly unknown[] =>
  (page as Members)[lists[method].rows] as readonly unknown[];

/** Where the next page begins; undefined after the last one. */
const nextOf = (method: ListMethod, page: unknown): unknown => (page as Members)[lists[method].next] ?? undefined;

const sizeOf = (method: ListMethod, params: unknown): number => (params as Members)[lists[method].size] as number;

/** Whether a list goes on although the page has fewer rows than were asked for. */
const isShortPage = (method: ListMethod, params: unknown, page: unknown): boolean =>
  nextOf(method, page) !== undefined && rowsOf(method, page).length < sizeOf(method, params);

/** Adds rows of older pages to a page until it is full, or the list ends. */
export async function filledPage<M extends ListMethod>(
  node: Pick<NodeClient, 'cached'>,
  method: M,
  params: RpcParams<M>,
  first: Page<M>,
  isWanted: () => boolean,
  freshness: Freshness = 'live',
): Promise<Page<M>> {
  const { rows, next, size, from } = lists[method];
  let page = first as Page<M> & object;
  for (let asked = 0; asked < MOST_REQUESTS && isWanted() && isShortPage(method, params, page); asked++) {
    const missing = sizeOf(method, params) - rowsOf(method, page).length;
    const request = { ...(params as Members), [size]: missing, [from]: nextOf(method, page) };
    const more = await node.cached(method, request as RpcParams<M>, freshness);
    page = {
      ...page,
      [rows]: [...rowsOf(method, page), ...rowsOf(method, more)],
      [next]: (more as unknown as Members)[next],
    };
  }
  return page;
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
export const whileFilled = <M extends ListMethod>(method: M, query: Query<Page<M>>): Query<Page<M>> => ({
  ...query,
  data: query.data && rowsOf(method, query.data).length > 0 ? query.data : undefined,
  isLoading: true,
});

/** A page of a list, full if the list goes on. */
export function usePage<M extends ListMethod>(method: M, params: RpcParams<M>, freshness?: Freshness): Query<Page<M>> {
  const node = useNode();
  const query = useQuery(method, params, freshness);
  const { data } = query;
  const [filled, setFilled] = useState<{ readonly by: PageFilling<Page<M>>; readonly page: Page<M> }>();
  const key = keyOf(method, params);
  const filling = useMemo(() => {
    const made: PageFilling<Page<M>> = new PageFilling(
      (first, isWanted) => filledPage(node, method, params, first, isWanted, freshness),
      (page) => setFilled({ by: made, page }),
    );
    return made;
  }, [node, key]);
  useEffect(() => () => filling.stop(), [filling]);
  const isShort = data !== undefined && isShortPage(method, params, data);
  useEffect(() => {
    if (data && isShort) filling.take(data);
  }, [filling, data]);
  if (!isShort) return query;
  // One of other rows, which were chosen here, is not shown.
  return filled?.by === filling ? { ...query, data: filled.page } : whileFilled(method, query);
}
