import type { L1Client, L1Receipt } from './l1Client.ts';
import { L1Error } from './l1Error.ts';

const TIMEOUT_MILLISECONDS = 60_000;

/** Waits until L1 has put a transaction into a block. */
export async function waitForReceipt(client: L1Client, hash: string): Promise<L1Receipt> {
  const end = performance.now() + TIMEOUT_MILLISECONDS;
  // Development nodes have the receipt at once; other nodes make a block every few seconds.
  for (let pause = 10; ; pause = Math.min(2 * pause, 500)) {
    const receipt = await client.receipt(hash);
    if (receipt) return receipt;
    if (performance.now() > end)
      throw new L1Error(
        `the transaction ${hash} is in no block after ${TIMEOUT_MILLISECONDS / 1000} seconds`,
        'Does the L1 node make blocks?',
      );
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
