import type { NodeClient } from './nodeClient.ts';

/** Something that a search found, and the path of its screen. */
export interface Found {
  readonly what: string;
  readonly name: string;
  readonly path: string;
}

const HASH = /^0x[0-9a-f]{1,64}$/i;
const NUMBER = /^\d{1,15}$/;

/** Everything that a text may mean. */
export async function find(node: NodeClient, text: string): Promise<readonly Found[]> {
  const wanted = text.trim();
  if (NUMBER.test(wanted)) return findBlock(node, Number(wanted));
  if (!HASH.test(wanted)) return [];
  const exists = (request: Promise<unknown>) =>
    request.then(
      () => true,
      () => false,
    );
  const hash = `0x${wanted
    .slice(2)
    .replace(/^0+(?=.)/, '')
    .toLowerCase()}` as const;
  const candidates = [
    {
      what: 'Transaction',
      path: `/tx/${hash}`,
      ask: node.request('starknet_getTransactionStatus', { transaction_hash: hash }),
    },
    {
      what: 'Block',
      path: `/block/${hash}`,
      ask: node.request('starknet_getBlockTransactionCount', { block_id: { block_hash: hash } }),
    },
    {
      what: 'Contract',
      path: `/contract/${hash}`,
      ask: node.request('starknet_getClassHashAt', { block_id: 'pre_confirmed', contract_address: hash }),
    },
    {
      what: 'Class',
      path: `/class/${hash}`,
      ask: node.request('starknet_getClass', { block_id: 'pre_confirmed', class_hash: hash }),
    },
  ];
  const found = await Promise.all(
    candidates.map(async ({ ask, ...one }) => ((await exists(ask)) ? [{ ...one, name: hash }] : [])),
  );
  return found.flat();
}

async function findBlock(node: NodeClient, number: number): Promise<readonly Found[]> {
  const newest = await node.request('starknet_blockNumber');
  return number <= newest + 1 ? [{ what: 'Block', name: String(number), path: `/block/${number}` }] : [];
}
