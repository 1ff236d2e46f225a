import { useLayoutEffect } from 'preact/hooks';
import { useQuery } from '../node/hooks.ts';
import { Store } from '../stores/store.ts';

/** The clock of the chain, in seconds: how far it is ahead of this machine's, and its time if it is frozen. */
interface ChainClock {
  readonly shift: number;
  readonly frozenAt?: number;
}

export const chainClock = new Store<ChainClock>({ shift: 0 });

/** Follows the clock of the chain, for all parts that show how long ago something was. */
export function useChainClock(): void {
  const clock = useQuery('sandbox_getOverview', {}).data?.clock;
  const shift = Number(clock?.shift_seconds ?? 0);
  const frozenAt = clock?.is_frozen ? Number(clock.next_block_timestamp) : undefined;
  useLayoutEffect(() => chainClock.set(frozenAt === undefined ? { shift } : { shift, frozenAt }), [shift, frozenAt]);
}
