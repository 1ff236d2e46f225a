import { useLayoutEffect } from 'preact/hooks';
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

/** Follows the clock of the chain, for all parts that show how long ago something was. */
export function useChainClock(): void {
  const overview = useQuery('sandbox_getOverview', {}).data;
  const clock = overview?.clock;
  const newest = Number(overview?.latest_block.timestamp ?? 0);
  const shift = Number(clock?.shift_seconds ?? 0);
  const frozenAt = clock?.is_frozen ? Number(clock.next_block_timestamp) : undefined;
  useLayoutEffect(
    () => chainClock.set({ shift, newest, ...(frozenAt === undefined ? {} : { frozenAt }) }),
    [shift, newest, frozenAt],
  );
}
