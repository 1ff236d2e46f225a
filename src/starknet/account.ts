import type { Account, RpcProvider } from 'starknet';
import { type FeltLike, SandboxError } from '../library/index.ts';
import { withClassHashes } from './classHashes.ts';
import type { BoxOrUrl } from './node.ts';
import { starknetJs } from './peer.ts';
import { type Methods, provider, replace, withDefaults, withoutTips } from './provider.ts';

/** An account with its key. */
export interface AccountKeys {
  readonly address: FeltLike;
  readonly privateKey: FeltLike;
}

/**
 * An account of starknet.js that never waits: one of the predeployed accounts by its index, or any account with its key.
 * With the URL of a server and an index it is a promise, because the keys have to be requested.
 *
 * @throws Error if starknet.js is not installed.
 * @throws RangeError if there is no such predeployed account.
 * @example
 * const alice = account(box, 0);
 * const { transaction_hash } = await alice.execute({ contractAddress, entrypoint: 'transfer', calldata });
 */
export function account(box: Exclude<BoxOrUrl, string>, who?: number | AccountKeys): Account;
export function account(url: string, who: AccountKeys): Account;
export function account(url: string, index?: number): Promise<Account>;
export function account(node: BoxOrUrl, who: number | AccountKeys = 0): Account | Promise<Account> {
  const rpc = provider(node);
  if (typeof who === 'object') return accountOf(rpc, who);
  if (typeof node !== 'string') return accountOf(rpc, predeployed(node.accounts, who));
  return requestAccounts(rpc).then((accounts) => accountOf(rpc, predeployed(accounts, who)));
}

function accountOf(rpc: RpcProvider, { address, privateKey }: AccountKeys): Account {
  const { Account } = starknetJs();
  const made = withoutTips(new Account({ provider: rpc, address: hex(address), signer: hex(privateKey) }));
  withDefaults(made, 'fastExecute', 2, { retryInterval: 0 });
  withHashes(made, rpc);
  return made;
}

/** The methods that take a class to declare. */
const DECLARING = ['declare', 'declareIfNot', 'declareAndDeploy', 'estimateDeclareFee'];

/** Spares starknet.js the hashes of classes, which take most of the time of a declaration. */
function withHashes(made: Account, rpc: RpcProvider): void {
  const channel = rpc.channel as unknown as { readonly getStarknetVersion?: () => Promise<string> };
  let version: Promise<string | undefined> | undefined;
  for (const name of DECLARING)
    replace(made as unknown as Methods, name, (original) => async (payload, ...rest) => {
      version ??= (async () => channel.getStarknetVersion?.())().catch(() => undefined);
      return original(withClassHashes(payload as object, await version), ...rest);
    });
}

function predeployed(accounts: readonly AccountKeys[], index: number): AccountKeys {
  const found = accounts[index];
  if (found) return found;
  const known = accounts.length === 0 ? 'there are none' : `there are ${accounts.length}, counted from 0`;
  throw new RangeError(
    `There is no predeployed account ${index}: ${known}. The option \`accounts\` sets their number.`,
  );
}

async function requestAccounts(rpc: RpcProvider): Promise<readonly AccountKeys[]> {
  const method = 'devnet_getPredeployedAccounts';
  const response = await rpc.channel.fetch(method as never, undefined as never);
  const { result, error } = (await response.json()) as {
    readonly result?: readonly { readonly address: string; readonly private_key: string }[];
    readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
  };
  if (error) throw new SandboxError(method, error);
  return (result ?? []).map(({ address, private_key }) => ({ address, privateKey: private_key }));
}

const hex = (value: FeltLike): string => (typeof value === 'bigint' ? `0x${value.toString(16)}` : value);
