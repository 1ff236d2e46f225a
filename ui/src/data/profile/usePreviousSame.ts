import { useEffect, useState } from 'preact/hooks';
import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { useNode } from '../node/hooks.ts';
import type { NodeClient } from '../node/nodeClient.ts';

type Call = RpcResult<'sandbox_getTransactions'>['transactions'][number]['calls'][number];

/** A transaction that called the same function before another one. */
export interface PreviousSame {
  readonly hash: string;
  /** What both called. */
  readonly call: Call;
}

/** The transaction before another one that called the same function of the same contract; undefined if there is none. */
export function usePreviousSame(hash: string | undefined): PreviousSame | undefined {
  const node = useNode();
  const [found, setFound] = useState<{ of?: string; previous?: PreviousSame | undefined }>({});
  useEffect(() => {
    if (hash === undefined) return;
    let isCurrent = true;
    // Without an answer there is no button, and the rest of the screen works.
    previousSame(node, hash).then(
      (previous) => isCurrent && setFound({ of: hash, previous }),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [node, hash]);
  return hash !== undefined && found.of === hash ? found.previous : undefined;
}

/** A long chain is searched in pages of this many. After so many pages there is no button. */
const PAGE = 20;
const MOST_PAGES = 40;

/**
 * The transaction before another one that called the same function of the same contract; undefined if there is none. The node also finds
 * those in which the contract only emitted an event, such as a token in which fees are paid.
 */
export async function previousSame(node: NodeClient, hash: string): Promise<PreviousSame | undefined> {
  const { block_number, block_hash } = await node.request('chain_getTransactionReceipt', { transaction_hash: hash });
  const block_id = block_hash === undefined ? 'pre_confirmed' : { block_number };
  const block = await node.request('chain_getBlockWithTxHashes', { block_id });
  const index = block.transactions.findIndex((each) => BigInt(each) === BigInt(hash));
  const own = await node.request('sandbox_getTransactions', { before: `${block_number}.${index + 1}`, limit: 1 });
  const call = own.transactions[0]?.calls[0];
  if (index < 0 || !call) return undefined;
  let before: string | null = `${block_number}.${index}`;
  for (let pages = 0; before !== null && pages < MOST_PAGES; pages++) {
    const page: RpcResult<'sandbox_getTransactions'> = await node.request('sandbox_getTransactions', {
      before,
      limit: PAGE,
      contract_address: call.contract_address,
      function: call.function_name ?? call.selector,
    });
    const previous = page.transactions.find(({ calls }) => calls.some((each) => isSame(each, call)));
    if (previous) return { hash: previous.transaction_hash, call };
    before = page.next;
  }
  return undefined;
}

const isSame = (one: Call, other: Call): boolean =>
  one.contract_address === other.contract_address && one.selector === other.selector;
