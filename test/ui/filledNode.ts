// A node with something of everything to look at.
import { readFileSync } from 'node:fs';
import { toFelt } from '../../src/felt/felt.ts';
import type { CallLike } from '../../src/library/calls.ts';
import type { SendRequest } from '../../src/library/requests.ts';
import { Sender } from '../../src/library/sender.ts';
import { type RunningServer, rpc, startServer } from '../support/server.ts';

export const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';

export interface FilledNode extends RunningServer {
  readonly accounts: readonly { readonly address: string; readonly private_key: string }[];
  /** The hash of a transfer, of a multicall that was reverted, and of a class that no contract uses. */
  readonly transfer: string;
  readonly reverted: string;
  readonly classHash: string;
  send(calls: readonly CallLike[]): Promise<string>;
}

export const readClass = (name: string): object => {
  const file = new URL(`../../contracts/classes/${name}.sierra.json`, import.meta.url);
  const read = JSON.parse(readFileSync(file, 'utf8'));
  return { ...read, abi: typeof read.abi === 'string' ? read.abi : JSON.stringify(read.abi) };
};

/** Declares a class without a transaction; its hash. */
export async function declare(url: string, contract_class: object): Promise<string> {
  const params = { state_diff: {}, classes: [{ contract_class }] };
  const { classes } = await rpc<{ classes: { class_hash: string }[] }>(url, 'devnet_applyStateDiff', params);
  return classes[0]!.class_hash;
}

export async function startFilledNode(...args: string[]): Promise<FilledNode> {
  const server = await startServer('--ui', ...args);
  const { url } = server;
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
  const pay = (amount: bigint): CallLike => ({
    to: STRK,
    entryPoint: 'transfer',
    calldata: [accounts[1]!.address as `0x${string}`, amount, 0n],
  });
  const transfer = await send([pay(5n)]);
  const reverted = await send([pay(1n), pay(2n), pay(10n ** 30n)]);
  const classHash = await declare(url, readClass('branching'));
  await rpc(url, 'devnet_mint', { address: '0x77', amount: 1 });
  // A branch of the timeline, with a name.
  const snapshot_id = await rpc(url, 'devnet_snapshot');
  await rpc(url, 'devnet_nameSnapshot', { snapshot_id, name: 'before the sale' });
  await rpc(url, 'devnet_mint', { address: '0x78', amount: 1 });
  await rpc(url, 'devnet_restore', { snapshot_id });
  return { ...server, accounts, transfer, reverted, classHash, send };
}
