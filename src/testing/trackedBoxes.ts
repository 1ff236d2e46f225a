import type { Sandbox } from '../library/index.ts';
import { ownRequest } from '../library/requests/connection.ts';
import { errors } from '../protocol/errors.ts';

/** What matchers use of a sandbox. */
export type TrackedBox = Pick<Sandbox, 'request' | 'explain' | 'balanceOf'>;

const tracked: TrackedBox[] = [];

/**
 * Lets matchers look for transactions in a sandbox. Those of fixtures are found anyway. Returns a function that ends this.
 *
 * @example
 * const box = await Sandbox.create();
 * trackSandbox(box);
 */
export function trackSandbox(box: TrackedBox): () => void {
  tracked.push(box);
  return () => {
    const place = tracked.lastIndexOf(box);
    if (place !== -1) tracked.splice(place, 1);
  };
}

/** The tracked sandboxes, the newest first. */
export const trackedBoxes = (): readonly TrackedBox[] => tracked.toReversed();

/** The newest of some sandboxes that has a transaction. */
export async function boxWith<T extends TrackedBox>(hash: string, boxes: readonly T[]): Promise<T | undefined> {
  for (const box of boxes) {
    const request = ownRequest(box);
    const isKnown = await request('starknet_getTransactionStatus', { transaction_hash: hash as `0x${string}` }).then(
      () => true,
      (error: { readonly code?: unknown }) => {
        if (error.code === errors.transactionHashNotFound.code) return false;
        throw error;
      },
    );
    if (isKnown) return box;
  }
  return undefined;
}
