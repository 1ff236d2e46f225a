import type { RpcResult } from '../../../../src/rpc/schema.ts';
import type { NodeClient } from '../node/nodeClient.ts';
import { labelled } from '../stores/labels.ts';
import { canonicalHex, isHex } from '../text/hex.ts';
import { hexOfDecimal } from './addressOf.ts';
import { nameOf, titleOf } from './names.ts';
import { isBlockNumber } from './useBlock.ts';

/** Something that a search found, and the path of its screen. */
export interface SearchResult {
  readonly what: string;
  readonly name: string;
  readonly path: string;
  /** The contract of a function. */
  readonly of?: string;
}

const MOST = 20;
const MOST_PAGES = 50;

/** What a search found, and why it may not be all. */
export interface Search {
  readonly list: readonly SearchResult[];
  readonly failure?: Error;
}

/** Fewer digits are rather a part of a hash. */
export const WHOLE_HASH = /^0x[\da-f]{56,64}$/i;

/** A hash as lists show it: `0x4182…a21a`. */
const SHORT_HASH = /^(0x[\da-f]{4,})(?:…|\.{2,3})([\da-f]+)$/i;
/** Many hashes may begin with the digits of a short one. */
const MOST_ALIKE = 100;

/**
 * Everything that a text may mean: a number, a hash or a part of one, an address, or a part of a name or of an error. No more pages of a long
 * chain are asked for once nobody waits for them.
 */
export async function find(node: NodeClient, text: string, isAwaited = () => true): Promise<Search> {
  const typed = text.trim();
  if (typed === '') return { list: [] };
  const [, wanted = typed, end = ''] = SHORT_HASH.exec(typed) ?? [];
  const hash = end !== '' ? undefined : isHex(wanted) ? wanted : hexOfDecimal(wanted);
  const found = await Promise.allSettled([
    hash === undefined ? [] : isBlockNumber(wanted) ? findNumber(node, wanted, hash) : findHash(node, hash),
    labelled(wanted).map(({ address, name }) => ({ what: LABEL, name, path: `/contract/${address}` })),
    findTexts(node, wanted, end.toLowerCase(), isAwaited),
    WHOLE_HASH.test(wanted) ? findMessages(node, wanted, isAwaited) : [],
  ]);
  const byPath = new Map<string, SearchResult>();
  // What was found by its whole hash says more than what was found by a part of it.
  for (const part of found)
    for (const one of part.status === 'fulfilled' ? part.value : [])
      if (!byPath.has(one.path)) byPath.set(one.path, one);
  const failed = found.find((part) => part.status === 'rejected');
  const list = await withNames(node, [...byPath.values()].slice(0, MOST));
  return { list, ...(failed && { failure: failed.reason as Error }) };
}

const LABEL = 'Label';
const CONTRACT_PATH = '/contract/';

/** Contracts by the names that the page has for them everywhere, such as `account 0`, whichever way they were found. */
async function withNames(node: NodeClient, list: readonly SearchResult[]): Promise<readonly SearchResult[]> {
  const addressIn = ({ what, path, of }: SearchResult) =>
    of ?? (what !== LABEL && path.startsWith(CONTRACT_PATH) ? path.slice(CONTRACT_PATH.length) : undefined);
  const addresses = list.flatMap((one) => addressIn(one) ?? []);
  if (addresses.length === 0) return list;
  // Without names the addresses are shown.
  const answer = await node.request('sandbox_getNames', { addresses }).catch(() => undefined);
  return list.map((one) => {
    const address = addressIn(one);
    const known = address === undefined ? undefined : answer?.names[addresses.indexOf(address)];
    if (one.of !== undefined) return { ...one, name: `${nameOf(one.of, known) ?? one.of}.${one.name}` };
    const name = address === undefined ? undefined : titleOf(address, known);
    if (!known || name === undefined) return one;
    const what = known.account_index !== null ? 'Account' : known.token ? 'Token' : one.what;
    return { ...one, what, name: `${name} ${address}` };
  });
}

/** The block with a number or, if there is none, what has this number as its address. */
async function findNumber(node: NodeClient, text: string, hash: string): Promise<readonly SearchResult[]> {
  const number = Number(text);
  const newest = await node.request('chain_blockNumber');
  return number <= newest + 1
    ? [{ what: 'Block', name: String(number), path: `/block/${number}` }]
    : findHash(node, hash);
}

async function findHash(node: NodeClient, text: string): Promise<readonly SearchResult[]> {
  const hash = canonicalHex(text);
  const isThere = (request: Promise<unknown>) =>
    request.then(
      () => true,
      () => false,
    );
  const at = 'pre_confirmed';
  const places = [
    ['Transaction', 'tx', node.request('chain_getTransactionStatus', { transaction_hash: hash })],
    ['Block', 'block', node.request('chain_getBlockTransactionCount', { block_id: { block_hash: hash } })],
    ['Contract', 'contract', node.request('chain_getClassHashAt', { block_id: at, contract_address: hash })],
    ['Class', 'class', node.request('chain_getClass', { block_id: at, class_hash: hash })],
  ] as const;
  const found = await Promise.all(
    places.map(async ([what, path, request]) =>
      (await isThere(request)) ? [{ what, name: hash, path: `/${path}/${hash}` }] : [],
    ),
  );
  return found.flat();
}

type Found = RpcResult<'sandbox_search'>['found'][number];

/** What the node finds by a part of a name, a hash or an error. */
async function findTexts(
  node: NodeClient,
  text: string,
  end: string,
  isAwaited: () => boolean,
): Promise<readonly SearchResult[]> {
  const rows: Found[] = [];
  let before: number | null = null;
  // The first search on a long chain reads a part of it at a time.
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const page: RpcResult<'sandbox_search'> = await node.request('sandbox_search', {
      text,
      ...(before === null ? {} : { before }),
      ...(end !== '' && { limit: MOST_ALIKE }),
    });
    rows.push(...page.found.filter(({ hash }) => hash.endsWith(end)));
    before = page.next;
    if (before === null || rows.length >= MOST || !isAwaited()) break;
  }
  rows.sort((a, b) => likeness(b, text) - likeness(a, text));
  // The contracts of every function would leave no room for anything else.
  const first = rows.find(({ kind }) => kind === 'FUNCTION');
  const called = await functionsOf(node, rows);
  return rows.flatMap((row) => (row === first ? functionResults(row) : [resultOf(row, called.get(row.hash))]));
}

/** The messages between L1 and L2 with a hash, also those that wait on L1, or of an L1 transaction. Their list leads to both sides. */
async function findMessages(
  node: NodeClient,
  hash: string,
  isAwaited: () => boolean,
): Promise<readonly SearchResult[]> {
  let continuation: string | undefined;
  for (let pages = 0; pages < MOST_PAGES && isAwaited(); pages++) {
    const asked = { hash, page_size: 1, ...(continuation !== undefined && { continuation }) };
    // The transactions of L2 are found without it, so an L1 that does not answer is no failure.
    const page = await node.request('sandbox_getL1Messages', asked).catch(() => undefined);
    if (page?.messages.length) return [{ what: 'L1 messages', name: hash, path: `/messages?hash=${hash}` }];
    continuation = page?.continuation;
    if (continuation === undefined) break;
  }
  return [];
}

/** The whole name comes before a part of one; `Saved` is rather the event than the function `saved`. */
const likeness = ({ name }: Found, text: string): number =>
  name === text ? 2 : name?.toLowerCase() === text.toLowerCase() ? 1 : 0;

/** What a function leads to: the contracts in which it can be called, and then the transactions that call it. */
const functionResults = (found: Found): readonly SearchResult[] => [
  ...(found.contract_addresses ?? []).map((address) => ({
    what: 'Function',
    name: found.name ?? '',
    of: address,
    path: `/contract/${address}?function=${encodeURIComponent(found.name ?? '')}`,
  })),
  resultOf(found),
];

/** The first functions that the transactions with errors called, by their hashes. Without an answer the errors have none. */
async function functionsOf(node: NodeClient, rows: readonly Found[]): Promise<ReadonlyMap<string, string>> {
  const numbers = new Set(rows.flatMap(({ kind, block_number }) => (kind === 'ERROR' ? (block_number ?? []) : [])));
  const pages = [...numbers].map((block_number) =>
    node.request('sandbox_getTransactions', { block_number, result: 'REVERTED', limit: MOST_ALIKE }).then(
      ({ transactions }) =>
        transactions.map(({ transaction_hash, calls }) => [transaction_hash, calls[0]?.function_name ?? ''] as const),
      () => [],
    ),
  );
  return new Map((await Promise.all(pages)).flat());
}

/** The text of an error that the node shows as a felt: `0x4552… ('ERC20: insufficient balance')`. */
const textOf = (error: string): string => /0x[\da-f]+ \((["'])(.+?)\1\)/.exec(error)?.[2] ?? error;

function resultOf({ kind, name, hash, transaction_hash, block_number }: Found, called = ''): SearchResult {
  switch (kind) {
    case 'ACCOUNT':
      return { what: 'Account', name: `account ${name} ${hash}`, path: `/contract/${hash}` };
    case 'TOKEN':
      return { what: 'Token', name: `${name ?? ''} ${hash}`, path: `/contract/${hash}` };
    case 'CONTRACT':
      return { what: 'Contract', name: `${name ?? ''} ${hash}`, path: `/contract/${hash}` };
    case 'CLASS':
      return { what: 'Class', name: `${name ?? ''} ${hash}`, path: `/class/${hash}` };
    case 'FUNCTION':
      return {
        what: 'Function',
        name: `transactions that call ${name}`,
        path: `/txs?function=${encodeURIComponent(name ?? hash)}`,
      };
    case 'EVENT':
      return { what: 'Event', name: `${name} events`, path: `/events?name=${encodeURIComponent(name ?? hash)}` };
    case 'MESSAGE':
      return { what: 'Message from L1', name: hash, path: `/tx/${transaction_hash}` };
    case 'ERROR':
      return {
        what: 'Error',
        name: [textOf(name ?? ''), called, `block ${block_number}`].filter(Boolean).join(' · '),
        path: `/tx/${hash}`,
      };
    case 'TRANSACTION':
      return { what: 'Transaction', name: hash, path: `/tx/${hash}` };
  }
}
