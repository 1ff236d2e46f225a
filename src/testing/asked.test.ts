import { expect, test, vi } from 'vitest';
import { matchers } from './matchers.ts';

test('a wallet is waited for as long as the runner says', async () => {
  vi.useFakeTimers();
  const wallet = { requests: [], watch: () => () => undefined };
  const endsAfter = async (state: object | undefined, milliseconds: number) => {
    let hasEnded = false;
    const asked = matchers.toHaveBeenAskedTo.call(state, wallet, 'transfer').then(() => {
      hasEnded = true;
    });
    await vi.advanceTimersByTimeAsync(milliseconds - 1);
    expect(hasEnded).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await asked;
  };
  await endsAfter({ timeout: 5000 }, 5000);
  await endsAfter({ timeout: 20 }, 20);
  await endsAfter(undefined, 1000);
  vi.useRealTimers();
});
