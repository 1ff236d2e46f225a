import type { NodeClient } from '../node/nodeClient.ts';
import type { WatchRule } from './watchRules.ts';

/** Something on the chain that a rule waits for. */
export interface Match {
  /** Tells matches apart. */
  readonly id: string;
  readonly blockNumber: number;
  /** Null for an edit of the state, which no transaction made. */
  readonly transactionHash: string | null;
  /** What happened, such as `5 → 7`. */
  readonly text: string;
}

/** A list is asked for in pages of this many. */
const PAGE = 20;
/** More that happen between two looks are not told apart. */
const MOST_PAGES = 10;

/** What matches a rule, newest first. */
export interface Matches {
  readonly matches: readonly Match[];
  /** Whether these are all, and not only those back to one that is known. */
  readonly isWhole: boolean;
}

/** What matches a rule from a block on, back to one that is known. */
export async function matchesOf(
  node: NodeClient,
  rule: WatchRule,
  from_block: number,
  isKnown: (id: string) => boolean,
): Promise<Matches> {
  switch (rule.kind) {
    case 'cell': {
      const isNew = ({ blockNumber, id }: Match) => blockNumber >= from_block && !isKnown(id);
      const first = await writesOf(node, rule, PAGE);
      const all = first.hasMore && isNew(first.matches.at(-1)!) ? await writesOf(node, rule, PAGE * MOST_PAGES) : first;
      const matches = all.matches.filter(({ blockNumber }) => blockNumber >= from_block);
      return { matches, isWhole: !all.hasMore || matches.length < all.matches.length };
    }
    case 'event': {
      const wanted = { contract_address: rule.address, ...(rule.name !== undefined && { name: rule.name }) };
      return allPages(isKnown, async (page) => {
        const { events, next } = await node.request('sandbox_findEvents', { ...wanted, from_block, ...page });
        const matches = events.map(({ transaction_hash, event_index, block_number, text }) => ({
          id: `${transaction_hash} ${event_index}`,
          blockNumber: block_number,
          transactionHash: transaction_hash,
          text,
        }));
        return { matches, next };
      });
    }
    default: {
      const wanted = rule.kind === 'revert' ? { result: 'REVERTED' as const } : { contract_address: rule.address };
      return allPages(isKnown, async (page) => {
        const { transactions, next } = await node.request('sandbox_getTransactions', {
          ...wanted,
          from_block,
          ...page,
        });
        const matches = transactions.map(({ transaction_hash, block_number, calls }) => ({
          id: transaction_hash,
          blockNumber: block_number,
          transactionHash: transaction_hash,
          text: calls
            .map(({ function_name }) => function_name ?? '')
            .filter(Boolean)
            .join(', '),
        }));
        return { matches, next };
      });
    }
  }
}

interface MatchPage {
  readonly matches: readonly Match[];
  /** Where the next page begins; null after the last one. */
  readonly next: string | null;
}

/** The pages of a list back to a match that is known. A page may be short, because the node looks at a part of a long chain at a time. */
async function allPages(
  isKnown: (id: string) => boolean,
  ask: (page: { readonly limit: number; readonly before?: string }) => Promise<MatchPage>,
): Promise<Matches> {
  const found: Match[] = [];
  let before: string | null = null;
  for (let i = 0; i < MOST_PAGES; i++) {
    const { matches, next }: MatchPage = await ask({ limit: PAGE, ...(before !== null && { before }) });
    found.push(...matches);
    before = next ?? null;
    if (before === null || matches.some(({ id }) => isKnown(id))) break;
  }
  return { matches: found, isWhole: before === null };
}

type CellRule = Extract<WatchRule, { readonly kind: 'cell' }>;

/** The writes of a cell, newest first. */
async function writesOf(
  node: NodeClient,
  { address: contract_address, cell: key }: CellRule,
  limit: number,
): Promise<{ readonly matches: readonly Match[]; readonly hasMore: boolean }> {
  const { writes, has_more } = await node.request('sandbox_getStorageWriters', { contract_address, key, limit });
  // Edits in one block may write the same value again: each time counts.
  const times = new Map<string, number>();
  const oldestFirst = writes
    .toReversed()
    .map(({ block_number, transaction_hash, before, after, cells_before, cells_after }): Match => {
      const id = JSON.stringify([block_number, transaction_hash, cells_before, cells_after]);
      const time = (times.get(id) ?? 0) + 1;
      times.set(id, time);
      return {
        id: `${id} ${time}`,
        blockNumber: block_number,
        transactionHash: transaction_hash,
        text: `${valueText(before, cells_before)} → ${valueText(after, cells_after)}`,
      };
    });
  return { matches: oldestFirst.reverse(), hasMore: has_more };
}

/** A decoded value, or its cells where it is not decoded. */
const valueText = (value: unknown, cells: readonly string[]): string =>
  value === null ? cells.join(' ') : typeof value === 'string' ? value : JSON.stringify(value);
