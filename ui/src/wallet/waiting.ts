// What waits for the user of the wallet. The server of this page is the node.
import type { Preview } from '../../../src/wallet/preview.ts';

export interface WaitingRequest {
  readonly id: number;
  readonly type: string;
  readonly origin?: string;
  readonly account?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly calls: readonly { readonly text: string; readonly contract: string; readonly contractName?: string }[];
  readonly preview?: Preview;
}

/** How long an answer is waited for at first, and at most. */
const ANSWER_MS = { first: 5_000, most: 60_000 };

/** How long the next answer is waited for: twice as long if the last one came too late, because to see what a transaction does may take long. */
export const patienceAfter = (patience: number, error?: unknown): number =>
  (error as Error | undefined)?.name === 'TimeoutError' ? Math.min(patience * 2, ANSWER_MS.most) : ANSWER_MS.first;

/** The wallet whose window this is: that of the main chain, or of the box that the URL names. */
const walletPath = (): string => `/${/^#(box\/[0-9a-f]{32}\/)$/.exec(location.hash)?.[1] ?? ''}wallet`;

/** The requests that wait. Rejects if the node does not answer in time. */
export async function waitingRequests(milliseconds: number): Promise<readonly WaitingRequest[]> {
  const response = await fetch(`${walletPath()}/waiting`, { signal: AbortSignal.timeout(milliseconds) });
  if (!response.ok) throw new Error((await response.text()) || `The node answered ${response.status}.`);
  return (await response.json()) as readonly WaitingRequest[];
}

/** Decides a request. */
export async function decide(id: number, control: 'approve' | 'reject'): Promise<void> {
  await fetch(walletPath(), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ control, id }),
  });
}

const TITLES: Readonly<Record<string, string>> = {
  wallet_requestAccounts: 'Connect this dapp?',
  wallet_addInvokeTransaction: 'Send this transaction?',
  wallet_addDeclareTransaction: 'Declare this class?',
  wallet_signTypedData: 'Sign this message?',
  wallet_watchAsset: 'Watch this token?',
  wallet_switchStarknetChain: 'Switch the network?',
  wallet_addStarknetChain: 'Add this network?',
};

/** The question that a request puts to the user. */
export const titleOf = (type: string): string => TITLES[type] ?? type;

/** What a request without calls is about, as text. */
export function detailsOf({ type, params = {} }: WaitingRequest): string | undefined {
  const { domain, primaryType, message, contract_class: _, types: __, ...rest } = params;
  const shown = type === 'wallet_signTypedData' ? { domain, primaryType, message } : rest;
  return Object.keys(shown).length === 0 ? undefined : JSON.stringify(shown, null, 2);
}
