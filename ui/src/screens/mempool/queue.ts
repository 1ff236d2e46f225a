// What the mempool screen makes of the answers of the node.
import type { RpcResult } from '../../../../src/rpc/schema.ts';
import { counted, shortHashesIn } from '../../parts/values/format.ts';

export type Mempool = RpcResult<'sandbox_getMempool'>;
export type MempoolTransaction = Mempool['transactions'][number];

/** The nonces of the transactions that wait, by account. */
export type QueuedNonces = ReadonlyMap<string, ReadonlySet<bigint>>;

export const isWaiting = ({ status }: MempoolTransaction): boolean => status === 'RECEIVED';

export function queuedNonces(transactions: readonly MempoolTransaction[]): QueuedNonces {
  const nonces = new Map<string, Set<bigint>>();
  for (const { sender_address, nonce, type } of transactions) {
    // The nonce of a message is that of its sender on L1.
    if (type === 'L1_HANDLER') continue;
    const ofSender = nonces.get(sender_address);
    if (ofSender) ofSender.add(BigInt(nonce));
    else nonces.set(sender_address, new Set([BigInt(nonce)]));
  }
  return nonces;
}

/** Whether a transaction can be selected, as far as its nonce says. */
export interface Turn {
  readonly tone: 'good' | 'warn' | 'bad' | '';
  readonly text: string;
}

export const READY: Turn = { tone: 'good', text: 'ready' };

/** The turn of a transaction with this nonce, of an account with these others that wait. */
export function turnOf(nonce: bigint, accountNonce: bigint, queued: ReadonlySet<bigint>): Turn {
  if (nonce === accountNonce) return READY;
  if (nonce < accountNonce) return { tone: 'bad', text: 'nonce was used' };
  let missing = accountNonce;
  while (missing < nonce && queued.has(missing)) missing++;
  return missing === nonce
    ? { tone: '', text: `after nonce ${nonce - 1n}` }
    : { tone: 'warn', text: `blocked: nonce ${missing} is missing` };
}

/** One page of a list in order of arrival: those after `after`, and where the next page begins. */
export function pageOf(
  waiting: readonly MempoolTransaction[],
  after: number,
  rows: number,
): { readonly shown: readonly MempoolTransaction[]; readonly next: number | null } {
  const rest = waiting.filter(({ arrival_id }) => arrival_id > after);
  const shown = rest.slice(0, rows);
  return { shown, next: rest.length > rows ? shown.at(-1)!.arrival_id : null };
}

export type Selected = RpcResult<'sandbox_preconfirmTransactions'>;

/** What a selection did, in a few words. */
export function selectionText({ pre_confirmed, rejected, blocked, block_full }: Selected): string {
  const parts = [`${counted(pre_confirmed.length, 'transaction')} selected`];
  if (rejected.length > 0) parts.push(`${rejected.length} rejected`);
  if (blocked.length > 0) parts.push(`${blocked.length} cannot be selected yet`);
  if (block_full) parts.push('the block is full');
  return parts.join(', ');
}

/** More reasons than these are counted. */
const MOST_REASONS = 5;

/** Why transactions were not selected. */
export function reasonsOf({ rejected, blocked }: Selected): readonly string[] {
  const texts = [
    ...rejected.map(({ transaction_hash, reason }) => `${transaction_hash} was rejected and is gone: ${reason}`),
    ...blocked.map(({ transaction_hash, reason }) => `${transaction_hash} goes on waiting: ${reason}`),
  ].map(shortHashesIn);
  const more = texts.length - MOST_REASONS;
  return more > 0 ? [...texts.slice(0, MOST_REASONS), `and ${more} more`] : texts;
}
