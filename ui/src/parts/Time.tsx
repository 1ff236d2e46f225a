import { useEffect, useState } from 'preact/hooks';
import { ago, dateText } from './format.ts';

/** The present time in seconds, which goes on while the component is shown. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now() / 1000);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now() / 1000), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** How long ago a block was made, with the date as a tooltip. */
export function Ago({ seconds }: { readonly seconds: number | bigint }) {
  const now = useNow();
  return (
    <time class="nowrap" dateTime={new Date(Number(seconds) * 1000).toISOString()} title={dateText(seconds)}>
      {ago(seconds, now)}
    </time>
  );
}
