import { Sandbox, type SandboxOptions } from '../../src/index.ts';
import type { Hex } from '../../src/rpc/format/hex.ts';
import { type Offer, transfer } from './wallet.ts';

/** A sandbox whose transactions wait in the mempool. */
export const mempoolBox = (options: SandboxOptions = {}): Promise<Sandbox> =>
  Sandbox.create({ seed: 7, accounts: 4, blockGenerationOn: 'mempool', ...options });

let recipients = 1000n;

/** Sends a transfer of an account to an address that no other transfer uses. */
export async function queueTransfer(box: Sandbox, account: number, nonce: number, offer: Offer = {}): Promise<Hex> {
  const params = transfer(box.accounts[account]!, nonce, recipients++, 1n, { l2PriceFri: 10n ** 9n, ...offer });
  return (await box.request('starknet_addInvokeTransaction', params)).transaction_hash;
}

/** The status of each transaction of the mempool and of the open block, by its hash. */
export async function statuses(box: Sandbox): Promise<Readonly<Record<string, string>>> {
  const { transactions } = await box.request('devnet_getMempool');
  return Object.fromEntries(transactions.map(({ transaction_hash, status }) => [transaction_hash, status]));
}
