import { useLayoutEffect } from 'preact/hooks';
import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { useQuery } from '../node/hooks.ts';
import { Store } from '../stores/store.ts';

/** The clock of the chain, in seconds: how far it is ahead of this machine's, its time if it is frozen, and the time of the newest block. */
export interface ChainClock {
  readonly shift: number;
  readonly frozenAt?: number;
  readonly newest: number;
}

export const chainClock = new Store<ChainClock>({ shift: 0, newest: 0 });

/**
 * The present time of the chain. A fork of a chain whose clock was moved has blocks that are ahead of its own clock: until that has caught
 * up, the present is its newest block.
 */
export const chainTime = ({ shift, frozenAt, newest }: ChainClock, now: number): number =>
  Math.max(frozenAt ?? now + shift, newest);

/** The clock that a node tells of. */
export function clockOf({ clock, latest_block }: RpcResult<'sandbox_getOverview'>): ChainClock {
  return {
    shift: Number(clock.shift_seconds),
    newest: Number(latest_block.timestamp),
    ...(clock.is_frozen && { frozenAt: Number(clock.next_block_timestamp) }),
  };
}

/** Follows the clock of the chain, for all parts that show how long ago something was. */
export function useChainClock(): void {
  const overview = useQuery('sandbox_getOverview', {}).data;
  useLayoutEffect(() => {
    if (overview) chainClock.set(clockOf(overview));
  }, [overview]);
}
