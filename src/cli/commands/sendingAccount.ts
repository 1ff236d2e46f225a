import { type Felt, parseFelt } from '../../felt/felt.ts';
import { SandboxError } from '../../library/errors.ts';
import type { SendRequest } from '../../library/requests/requests.ts';
import { accountClassOf } from '../../library/sending/accountClassOf.ts';
import { Sender } from '../../library/sending/sender.ts';
import type { SendOptions } from '../../library/sending/sendOptions.ts';
import { type Hex, toHex } from '../../library/values.ts';
import { errors } from '../../protocol/errors.ts';
import { UsageError } from '../options/usageError.ts';
import { StartError } from '../start/startError.ts';
import type { NodeAddress } from './nodeAddress.ts';
import { ifKnown } from './nodeRequests.ts';

/** The account that the user named. */
export type NamedAccount =
  | { readonly kind: 'predeployed'; readonly index: number }
  | { readonly kind: 'address'; readonly address: Felt };

/** Which account signs, and with which key if the node does not know it. */
export interface AccountChoice {
  readonly account: NamedAccount;
  /** Of --private-key: it is used in any case. */
  readonly givenKey: Felt | undefined;
  /** Of the environment: it is used if the node does not know the account's key. */
  readonly otherKey: Felt | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads --account and --private-key, or their environment variables. Messages never show a key. */
export function readAccountChoice(own: Readonly<Record<string, unknown>>, environment: Environment): AccountChoice {
  const [text, name] =
    own['account'] === undefined
      ? [environment['STARBOX_ACCOUNT'] || '0', 'STARBOX_ACCOUNT']
      : [String(own['account']), '--account'];
  const givenKey = readKey(own['private-key'] as string | undefined, '--private-key');
  const otherKey = readKey(environment['STARBOX_PRIVATE_KEY'] || undefined, 'STARBOX_PRIVATE_KEY');
  const account = readAccount(text, name);
  if (givenKey !== undefined && account.kind === 'predeployed')
    throw new UsageError('--private-key needs the address of its account: --account ADDRESS');
  return { account, givenKey, otherKey };
}

function readAccount(text: string, name: string): NamedAccount {
  if (/^\d{1,6}$/.test(text)) return { kind: 'predeployed', index: Number(text) };
  const address = parseFelt(text);
  if (address !== undefined) return { kind: 'address', address };
  throw new UsageError(
    `invalid value '${text}' for '${name}': it must be the number of a predeployed account, such as 0, or an address, such as 0x64; 'starbox accounts' prints them`,
  );
}

function readKey(text: string | undefined, name: string): Felt | undefined {
  if (text === undefined) return undefined;
  const key = parseFelt(text);
  if (key === undefined || key === 0n)
    throw new UsageError(`the value of ${name} is not a private key: 0x and hexadecimal digits`);
  return key;
}

/** Who signs the transactions of a command. */
export interface Sending {
  readonly sender: Sender;
  readonly from: Exclude<SendOptions['from'], undefined>;
  readonly address: Hex;
}

/** Asks the node for what signing needs, and finds the account. */
export async function sendingAccount(
  node: NodeAddress,
  request: SendRequest,
  { account, givenKey, otherKey }: AccountChoice,
): Promise<Sending> {
  const listed = (await ifKnown(request('devnet_getPredeployedAccounts', {}))) ?? [];
  const accounts = listed.map(({ address, private_key }) => ({
    address: BigInt(address) as Felt,
    privateKey: BigInt(private_key) as Felt,
  }));
  const chainId = BigInt(await request('starknet_chainId')) as Felt;
  const config = await ifKnown(request('devnet_getConfig'));
  const sender = new Sender({
    request,
    chainId: () => chainId,
    accounts: () => accounts,
    accountClass: accountClassOf(config?.account_contract_class_hash),
  });
  if (account.kind === 'predeployed') {
    const found = accounts[account.index];
    if (!found) throw new StartError(noPredeployed(node, account.index, accounts.length));
    return { sender, from: found, address: toHex(found.address) };
  }
  const { address } = account;
  const own = accounts.find((one) => one.address === address);
  const privateKey = givenKey ?? own?.privateKey ?? otherKey;
  if (!own) await checkAccount(node, request, address, privateKey !== undefined);
  return { sender, from: privateKey === undefined ? address : { address, privateKey }, address: toHex(address) };
}

function noPredeployed({ url }: NodeAddress, index: number, count: number): string {
  if (count > 0)
    return `The node at ${url} has no account ${index}: its predeployed accounts are 0 to ${count - 1}. 'starbox accounts' prints them.`;
  return `The node at ${url} has no predeployed accounts. Name an account with --account ADDRESS, and its key with STARBOX_PRIVATE_KEY.`;
}

/** Makes sure that an account which is not predeployed exists and can send. */
async function checkAccount(node: NodeAddress, request: SendRequest, address: Felt, hasKey: boolean): Promise<void> {
  const text = toHex(address);
  await request('starknet_getClassHashAt', { block_id: 'pre_confirmed', contract_address: text }).catch(
    (error: unknown) => {
      if (!(error instanceof SandboxError) || error.code !== errors.contractNotFound.code) throw error;
      throw new StartError(
        `The node at ${node.url} has no account at ${text}. 'starbox accounts' prints the predeployed ones; others must be deployed first.`,
      );
    },
  );
  if (hasKey) return;
  const status = await ifKnown(request('devnet_getStatus'));
  if (status?.auto_impersonate || status?.impersonated_accounts.some((one) => BigInt(one) === address)) return;
  throw new StartError(
    `The key of ${text} is not known, because it is no predeployed account. Put the key into the environment variable STARBOX_PRIVATE_KEY, or impersonate the account with devnet_impersonateAccount.`,
  );
}
