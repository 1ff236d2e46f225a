import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { useNode, useQuery } from '../node/hooks.ts';
import type { NodeClient } from '../node/nodeClient.ts';
import { Store, useStore } from '../stores/store.ts';
import { readStored, writeStored } from '../stores/stored.ts';
import { type Fired, readFired } from './fired.ts';
import { isShared } from './stop.ts';

export interface Alert extends Fired {
  readonly isRead: boolean;
  /** The address of the node that it is about. */
  readonly address: string;
  /** The hash of the first block there, as far as it is known: another one is of a chain that was started since. */
  readonly firstBlock?: string | undefined;
}

const KEY = 'starbox-alerts';
const MOST = 50;
const FIRST_BLOCK = { block_id: { block_number: 0 } } as const;

const hashOf = (block: RpcResult<'chain_getBlockWithTxHashes'> | undefined) =>
  block && 'block_hash' in block ? block.block_hash : undefined;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function readAlerts(): readonly Alert[] {
  try {
    const stored: unknown = JSON.parse(readStored(KEY, 'sessionStorage') ?? '[]');
    return (Array.isArray(stored) ? stored : [])
      .flatMap((each): Alert[] => {
        const fired = readFired(each);
        const address = textOf(each?.address);
        if (!fired || address === undefined) return [];
        return [{ ...fired, isRead: each.isRead === true, address, firstBlock: textOf(each.firstBlock) }];
      })
      .slice(0, MOST);
  } catch {
    return [];
  }
}

/** What has fired in this tab, newest first, of all nodes that it showed. It lasts when the page is loaded again. */
export const alerts = new Store<readonly Alert[]>(readAlerts());

alerts.follow(() => {
  // A sandbox in the page is another one when the page is loaded again.
  writeStored(KEY, JSON.stringify(alerts.get().filter(({ address }) => isShared(address))), 'sessionStorage');
});

/** Those of one chain. */
export const alertsOf = (all: readonly Alert[], address: string, firstBlock: string | undefined): readonly Alert[] =>
  all.filter(
    (alert) => alert.address === address && (alert.firstBlock ?? firstBlock) === (firstBlock ?? alert.firstBlock),
  );

/** Those of the chain that the page shows. */
export function useAlerts(): readonly Alert[] {
  const { address } = useNode().connection;
  const all = useStore(alerts);
  const isAny = all.some((alert) => alert.address === address);
  const { data, isLoading } = useQuery('chain_getBlockWithTxHashes', isAny ? FIRST_BLOCK : undefined, 'fixed');
  return isLoading ? [] : alertsOf(all, address, hashOf(data));
}

export async function addAlert(node: NodeClient, fired: Fired): Promise<void> {
  const { address } = node.connection;
  // On a fork the first block is that of its origin, which may not answer.
  const first = await node.cached('chain_getBlockWithTxHashes', FIRST_BLOCK, 'fixed').catch(() => undefined);
  alerts.set([{ ...fired, isRead: false, address, firstBlock: hashOf(first) }, ...alerts.get()].slice(0, MOST));
}

export const markRead = ({ connection: { address } }: NodeClient): void =>
  alerts.set(alerts.get().map((alert) => (alert.address === address ? { ...alert, isRead: true } : alert)));
