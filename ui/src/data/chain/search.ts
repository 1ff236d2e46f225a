import type { NodeClient } from '../node/nodeClient.ts';
import { isHex } from '../text/hex.ts';
import { isBlockNumber } from './useBlock.ts';

/** Something that a search found, and the path of its screen. */
export interface SearchResult {
  readonly what: 'Transaction' | 'Block' | 'Contract' | 'Class';
  readonly name: string;
  readonly path: string;
}

const MOST = 12;
/** The most contracts and classes whose names are searched; the screens list all of them. */
const NAMED_ROWS = 200;

/** Everything that a text may mean: a number, a hash or address, or a part of a name. */
export async function find(node: NodeClient, text: string): Promise<readonly SearchResult[]> {
  const wanted = text.trim();
  if (wanted === '') return [];
  const found = await Promise.all([
    isBlockNumber(wanted) ? findBlock(node, Number(wanted)) : [],
    isHex(wanted) ? findHash(node, wanted) : [],
    findNames(node, wanted.toLowerCase()),
  ]);
  const byPath = new Map(found.flat().map((one) => [one.path, one]));
  return [...byPath.values()].slice(0, MOST);
}

async function findBlock(node: NodeClient, number: number): Promise<readonly SearchResult[]> {
  const newest = await node.request('chain_blockNumber');
  return number <= newest + 1 ? [{ what: 'Block', name: String(number), path: `/block/${number}` }] : [];
}

async function findHash(node: NodeClient, text: string): Promise<readonly SearchResult[]> {
  const hash = `0x${text
    .slice(2)
    .replace(/^0+(?=.)/, '')
    .toLowerCase()}`;
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

/** Contracts and classes whose name, address or hash has the text in it. */
async function findNames(node: NodeClient, text: string): Promise<readonly SearchResult[]> {
  const [{ contracts }, { classes }] = await Promise.all([
    node.cached('sandbox_getContracts', { limit: NAMED_ROWS }, 'live'),
    node.cached('sandbox_getClasses', { limit: NAMED_ROWS }, 'live'),
  ]);
  const has = (name: string | null, hash: string) =>
    name?.toLowerCase().includes(text) || (text.length > 3 && hash.startsWith(text));
  return [
    ...contracts
      .filter(({ contract_name, contract_address }) => has(contract_name, contract_address))
      .map(({ contract_name, contract_address }) => ({
        what: 'Contract' as const,
        name: `${contract_name ?? ''} ${contract_address}`,
        path: `/contract/${contract_address}`,
      })),
    ...classes
      .filter(({ contract_name, class_hash }) => has(contract_name, class_hash))
      .map(({ contract_name, class_hash }) => ({
        what: 'Class' as const,
        name: `${contract_name ?? ''} ${class_hash}`,
        path: `/class/${class_hash}`,
      })),
  ];
}
