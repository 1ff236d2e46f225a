import { useLayoutEffect } from 'preact/hooks';
import { chainClock, chainTime } from '../../data/chain/chainClock.ts';
import { Store, useStore } from '../../data/stores/store.ts';
import { ago, dateText } from './format.ts';

/** The present time in seconds. One clock for the whole page, so that all times change in one rendering. */
const clock = new Store(Date.now() / 1000);
let followers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** The present time in seconds; the component is rendered again every second. */
export function useNow(): number {
  useLayoutEffect(() => {
    const tick = () => clock.set(Date.now() / 1000);
    if (followers++ === 0) {
      tick();
      timer = setInterval(tick, 1_000);
    }
    return () => {
      if (--followers === 0) clearInterval(timer);
    };
  }, []);
  return useStore(clock);
}

/**
 * How long ago something of the chain was, by the clock of the chain, which may be moved or frozen; with the date as a tooltip. All ages of
 * the page are by this clock: blocks, transactions, what waits in the mempool, and snapshots, whose time is that of their newest block.
 */
export function Ago({ seconds }: { readonly seconds: number | bigint }) {
  const now = useNow();
  const clock = useStore(chainClock);
  return (
    <time class="nowrap" title={dateText(seconds)}>
      {ago(seconds, chainTime(clock, now))}
    </time>
  );
}
