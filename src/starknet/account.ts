import type { Account, CairoVersion, RpcProvider, Signer } from 'starknet';
import type { Felt } from '../felt/felt.ts';
import { type FeltLike, SandboxError } from '../library/index.ts';
import { runCall } from '../library/requests/connection.ts';
import { declareQuickly } from './declare.ts';
import { kernelDeployer } from './deployer.ts';
import { type Methods, replace, withDefaults } from './methods.ts';
import type { BoxOrUrl } from './node.ts';
import { starknetJs } from './peer.ts';
import { provider, withoutTips } from './provider.ts';
import { signByKernel } from './signer.ts';
import { showWrittenNames } from './writtenCalls.ts';

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
  if (typeof node !== 'string')
    return knownTo(node, accountOf(rpc, typeof who === 'object' ? who : predeployed(node.accounts, who)));
  if (typeof who === 'object') return accountOf(rpc, who);
  return requestAccounts(rpc).then((accounts) => accountOf(rpc, predeployed(accounts, who)));
}

function accountOf(rpc: RpcProvider, { address, privateKey }: AccountKeys): Account {
  const { Account } = starknetJs();
  const deployer = kernelDeployer();
  const made = withoutTips(
    new Account({ provider: rpc, address: hex(address), signer: hex(privateKey), ...(deployer && { deployer }) }),
  );
  withDefaults(made, 'fastExecute', 2, { retryInterval: 0 });
  withCairoVersion(made, rpc);
  signByKernel(made.signer as Signer, BigInt(privateKey) as Felt);
  declareQuickly(made, rpc);
  return made;
}

/** Tells the sandbox what an account sends, from the beginning on, so that `restore` does not go before it. */
function knownTo(box: Exclude<BoxOrUrl, string>, made: Account): Account {
  for (const name of ['execute', 'declare', 'deployAccount'])
    replace(
      made as unknown as Methods,
      name,
      (original) =>
        (...args) =>
          runCall(box, `\`${name}\` of the account ${made.address}`, async () => original(...args)),
    );
  showWrittenNames(made, ['execute', 'estimateInvokeFee']);
  return made;
}

/** Classes of accounts by their hash, and the version of Cairo that their calldata has. There are few. */
const cairoVersions = new Map<string, CairoVersion>();
const MAX_CAIRO_VERSIONS = 100;

/** starknet.js reads the whole class of an account to see its version. A class never changes, so its hash is enough the second time. */
function withCairoVersion(made: Account, rpc: RpcProvider): void {
  replace(made as unknown as Methods, 'getCairoVersion', (original) => async (classHash) => {
    if (made.cairoVersion) return made.cairoVersion;
    const key = (classHash as string | undefined) ?? (await rpc.getClassHashAt(made.address).catch(() => undefined));
    const known = key === undefined ? undefined : cairoVersions.get(key);
    if (known !== undefined) return (made.cairoVersion = known);
    const version = (await original(classHash)) as CairoVersion;
    if (key !== undefined && cairoVersions.size < MAX_CAIRO_VERSIONS) cairoVersions.set(key, version);
    return version;
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
