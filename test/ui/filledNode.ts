// A node with something of everything to look at.
import { readFileSync } from 'node:fs';
import { selectorOfName } from '../../src/abi/selector.ts';
import { toFelt } from '../../src/felt/felt.ts';
import type { SendRequest } from '../../src/library/requests/requests.ts';
import type { CallLike } from '../../src/library/sending/calls.ts';
import { Sender } from '../../src/library/sending/sender.ts';
import { type FailureContract, FailuresProject, wayData } from '../support/failures.ts';
import { type RunningServer, rpc, startServer } from '../support/server.ts';
import { transfer as transferOf } from '../support/wallet.ts';

export const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';

export interface FilledNode extends RunningServer {
  readonly accounts: readonly { readonly address: string; readonly private_key: string }[];
  /** The hash of a transfer. */
  readonly transfer: string;
  /** The hash of a multicall that was reverted. */
  readonly reverted: string;
  /** The hash of a multicall that failed deep in contracts whose sources the node can read. */
  readonly failed: string;
  /** The line of Cairo where it failed, as `file:line`. */
  readonly failedLine: string;
  /** The file of that line, as coverage names it. */
  readonly failedFile: string;
  /** The hash of a class that no contract uses. */
  readonly classHash: string;
  /** Sends calls from the first predeployed account; returns the hash of the transaction. */
  send(calls: readonly CallLike[]): Promise<string>;
}

export const readClass = (name: string): object => {
  const file = new URL(`../../contracts/classes/${name}.sierra.json`, import.meta.url);
  const read = JSON.parse(readFileSync(file, 'utf8'));
  return { ...read, abi: typeof read.abi === 'string' ? read.abi : JSON.stringify(read.abi) };
};

/** Declares a class without a transaction and returns its hash. */
export async function declare(url: string, contract_class: object): Promise<string> {
  const params = { state_diff: {}, classes: [{ contract_class }] };
  const { classes } = await rpc<{ classes: { class_hash: string }[] }>(url, 'devnet_applyStateDiff', params);
  return classes[0]!.class_hash;
}

/** The predeployed accounts of a node, the first of which sends. */
export async function senderOf(url: string): Promise<Pick<FilledNode, 'accounts' | 'send'>> {
  const accounts = await rpc<FilledNode['accounts']>(url, 'devnet_getPredeployedAccounts');
  const chainId = await rpc<string>(url, 'starknet_chainId');
  const sender = new Sender({
    request: ((method: string, params: unknown) => rpc(url, method, params)) as SendRequest,
    chainId: () => toFelt(BigInt(chainId)),
    accounts: () =>
      accounts.map(({ address, private_key }) => ({
        address: toFelt(BigInt(address)),
        privateKey: toFelt(BigInt(private_key)),
      })),
    accountClass: 'cairo1',
  });
  const send = async (calls: readonly CallLike[]) =>
    (await sender.invoke(calls, { allowRevert: true })).transactionHash as string;
  return { accounts, send };
}

/** Sends a transfer with a nonce, without waiting until it is in a block; returns its hash. */
export async function queueTransfer(url: string, account: FilledNode['accounts'][number], nonce: number) {
  const { address, private_key: privateKey } = account;
  const params = transferOf({ address, privateKey }, nonce, 0x77n);
  const sent = await rpc<{ transaction_hash: string }>(url, 'starknet_addInvokeTransaction', params);
  return sent.transaction_hash;
}

export async function startFilledNode(): Promise<FilledNode> {
  const project = new FailuresProject();
  const server = await startServer('--ui', '--artifacts', `${project.folder}/target/dev`);
  const { url } = server;
  const { accounts, send } = await senderOf(url);
  const pay = (amount: bigint): CallLike => ({
    to: STRK,
    entryPoint: 'transfer',
    calldata: [accounts[1]!.address as `0x${string}`, amount, 0n],
  });
  const transfer = await send([pay(5n)]);
  const reverted = await send([pay(1n), pay(2n), pay(10n ** 30n)]);
  const shop = await deployFailures(url, project);
  const failed = await send([
    pay(3n),
    { to: shop, entryPoint: 'fail', calldata: wayData('panic').map(BigInt) },
    pay(4n),
  ]);
  const classHash = await declare(url, readClass('branching'));
  await rpc(url, 'devnet_mint', { address: '0x77', amount: 1 });
  // A branch of the timeline, with a name.
  const snapshot_id = await rpc(url, 'devnet_snapshot');
  await rpc(url, 'devnet_nameSnapshot', { snapshot_id, name: 'before the sale' });
  await rpc(url, 'devnet_mint', { address: '0x78', amount: 1 });
  await rpc(url, 'devnet_restore', { snapshot_id });
  const stop = async () => {
    await server.stop();
    project.remove();
  };
  const failedLine = project.marks().get('FAIL: panic')!;
  const failedFile = `${project.folder}/src/vault.cairo`;
  return { ...server, stop, accounts, transfer, reverted, failed, failedLine, failedFile, classHash, send };
}

/** Puts the three contracts of the project into the state: Shop calls Till, and Till calls Vault. Returns the address of Shop. */
async function deployFailures(url: string, project: FailuresProject): Promise<`0x${string}`> {
  let callee: `0x${string}` | undefined;
  for (const [name, variable] of [
    ['Vault', undefined],
    ['Till', 'vault'],
    ['Shop', 'till'],
  ] as const satisfies readonly (readonly [FailureContract, string | undefined])[]) {
    const { sierra_program, contract_class_version, entry_points_by_type, abi } = JSON.parse(
      readFileSync(project.classFile(name), 'utf8'),
    );
    const contract_class = { sierra_program, contract_class_version, entry_points_by_type, abi: JSON.stringify(abi) };
    const class_hash = await declare(url, contract_class);
    const contract_address: `0x${string}` = `0x${Buffer.from(name).toString('hex')}`;
    await rpc(url, 'devnet_setClassHash', { contract_address, class_hash });
    if (variable !== undefined)
      await rpc(url, 'devnet_setStorageAt', {
        contract_address,
        key: `0x${selectorOfName(variable).toString(16)}`,
        value: callee,
      });
    callee = contract_address;
  }
  return callee!;
}
