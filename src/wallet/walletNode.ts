// What a wallet uses of a node: a sandbox of this process, or a node at a URL.
import type { Felt } from '../felt/felt.ts';
import { SandboxError } from '../library/errors.ts';
import type { Sandbox } from '../library/index.ts';
import { Connection, ownRequest } from '../library/requests/connection.ts';
import type { SendRequest } from '../library/requests/requests.ts';
import { accountClassOf } from '../library/sending/accountClassOf.ts';
import { queuedSending } from '../library/sending/queuedSending.ts';
import { accountOf } from '../library/sending/sandboxAccount.ts';
import { Sender } from '../library/sending/sender.ts';
import { senderOf } from '../library/sending/senders.ts';
import { type Hex, toHex } from '../library/values.ts';
import type { Hub } from '../sandbox/hub.ts';

/** An account whose key is known. */
export interface KeyAccount {
  readonly address: Hex;
  readonly privateKey: Hex;
}

export interface WalletNode {
  readonly request: SendRequest;
  readonly chainId: () => Promise<Hex>;
  /** The accounts that are deployed from the start, whose keys anybody can compute. */
  readonly predeployed: () => Promise<readonly KeyAccount[]>;
  readonly sender: () => Promise<Sender>;
  /** The sandbox, if it is in this process. */
  readonly box?: object | undefined;
}

/** What a wallet needs of a sandbox. */
export type WalletBox = Pick<Sandbox, 'request' | 'accounts' | 'chainId'>;

/** The node of a sandbox. */
export function nodeOfBox(box: WalletBox): WalletNode {
  const request = ownRequest(box);
  return {
    request,
    chainId: async () => box.chainId,
    predeployed: async () => box.accounts,
    sender: async () => senderOf(box) ?? remoteSender(request, box.chainId, box.accounts),
    box,
  };
}

/** A node of this process. */
export function nodeOfHub(hub: Hub): WalletNode {
  const { node } = hub;
  const connection = new Connection(hub);
  const request = connection.own;
  const sender = new Sender({
    request,
    chainId: () => node.chainId,
    accounts: () => node.accounts,
    accountClass: node.config.accountClass,
    queued: queuedSending(node, connection),
  });
  return {
    request,
    chainId: async () => toHex(node.chainId),
    predeployed: async () => node.accounts.map(accountOf),
    sender: async () => sender,
  };
}

/** A node at a URL, which must be a sandbox: others do not tell the keys of their accounts. */
export function nodeAtUrl(url: string, fetch: typeof globalThis.fetch = globalThis.fetch): WalletNode {
  const request = requestsTo(url, fetch);
  const accounts = once(async () => {
    const listed = await request('devnet_getPredeployedAccounts', {}).catch((error: unknown) => {
      if (!(error instanceof SandboxError)) throw error;
      throw new Error(
        `The node at ${url} is no sandbox, so there are no accounts for tests. Name a node that 'starbox' or starknet-devnet runs.`,
      );
    });
    return listed.map(({ address, private_key }) => ({ address: toHex(BigInt(address)), privateKey: private_key }));
  });
  const chainId = once(async () => toHex(BigInt(await request('starknet_chainId'))));
  return {
    request,
    chainId,
    predeployed: accounts,
    sender: once(async () => remoteSender(request, await chainId(), await accounts())),
  };
}

async function remoteSender(request: SendRequest, chainId: Hex, accounts: readonly KeyAccount[]): Promise<Sender> {
  const config = await request('devnet_getConfig').catch(() => undefined);
  return new Sender({
    request,
    chainId: () => BigInt(chainId) as Felt,
    accounts: () =>
      accounts.map(({ address, privateKey }) => ({
        address: BigInt(address) as Felt,
        privateKey: BigInt(privateKey) as Felt,
      })),
    accountClass: accountClassOf(config?.account_contract_class_hash),
  });
}

/** A question that is asked once; a failure is not remembered. */
function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => {
    asked ??= ask().catch((error: unknown) => {
      asked = undefined;
      throw error;
    });
    return asked;
  };
}

function requestsTo(url: string, fetch: typeof globalThis.fetch): SendRequest {
  let id = 0;
  return async (method: string, params: unknown = []): Promise<never> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }),
    });
    const { result, error } = (await response.json()) as {
      readonly result: never;
      readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
    };
    if (error) throw new SandboxError(method, error, { params });
    return result;
  };
}
