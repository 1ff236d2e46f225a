import type { RpcResult } from '../../../../src/rpc/schema.ts';
import type { NodeClient } from '../node/nodeClient.ts';
import { labelled } from '../stores/labels.ts';
import { canonicalHex, isHex } from '../text/hex.ts';
import { hexOfDecimal } from './addressOf.ts';
import { isBlockNumber } from './useBlock.ts';

/** Something that a search found, and the path of its screen. */
export interface SearchResult {
  readonly what: string;
  readonly name: string;
  readonly path: string;
}

const MOST = 20;
const MOST_PAGES = 50;

/** Everything that a text may mean: a number, a hash or a part of one, an address, or a part of a name or of an error. */
export async function find(node: NodeClient, text: string): Promise<readonly SearchResult[]> {
  const wanted = text.trim();
  if (wanted === '') return [];
  const hash = isHex(wanted) ? wanted : isBlockNumber(wanted) ? undefined : hexOfDecimal(wanted);
  const found = await Promise.all([
    isBlockNumber(wanted) ? findBlock(node, Number(wanted)) : [],
    hash === undefined ? [] : findHash(node, hash),
    labelled(wanted).map(({ address, name }) => ({ what: 'Label', name, path: `/contract/${address}` })),
    findTexts(node, wanted),
  ]);
  const byPath = new Map<string, SearchResult>();
  // What was found by its whole hash says more than what was found by a part of it.
  for (const one of found.flat()) if (!byPath.has(one.path)) byPath.set(one.path, one);
  return [...byPath.values()].slice(0, MOST);
}

async function findBlock(node: NodeClient, number: number): Promise<readonly SearchResult[]> {
  const newest = await node.request('chain_blockNumber');
  return number <= newest + 1 ? [{ what: 'Block', name: String(number), path: `/block/${number}` }] : [];
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
async function findTexts(node: NodeClient, text: string): Promise<readonly SearchResult[]> {
  const results: SearchResult[] = [];
  let before: number | null = null;
  // The first search on a long chain reads a part of it at a time.
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const page: RpcResult<'sandbox_search'> = await node.request('sandbox_search', {
      text,
      ...(before === null ? {} : { before }),
    });
    results.push(...page.found.map(resultOf));
    before = page.next;
    if (before === null || results.length >= MOST) break;
  }
  return results;
}

function resultOf({ kind, name, hash, transaction_hash }: Found): SearchResult {
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
      return { what: 'Error', name: `${name ?? ''} ${hash}`, path: `/tx/${hash}` };
    case 'TRANSACTION':
      return { what: 'Transaction', name: hash, path: `/tx/${hash}` };
  }
}
