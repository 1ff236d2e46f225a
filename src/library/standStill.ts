import type { SendRequest } from './requests/requests.ts';

/**
 * Stops what makes a chain depend on when its calls are made: the clock stands at a time, and transactions are executed as they come,
 * instead of waiting for a block at an interval or for somebody who selects them from the mempool.
 */
export async function standStill(request: SendRequest, time: bigint): Promise<void> {
  const { block_generation_on: mode } = await request('sandbox_getOverview');
  if (mode !== 'transaction' && mode !== 'demand') await request('devnet_setBlockMode', { mode: 'transaction' });
  await request('devnet_setTime', { time, generate_block: false });
  await request('devnet_freezeTime', { frozen: true });
}
