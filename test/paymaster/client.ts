import { Account, config, PaymasterRpc, RpcProvider } from 'starknet';
import type { Sandbox } from '../../src/index.ts';

config.set('logLevel', 'OFF');

export const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
export const ETH = '0x49d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7';

export const transfer = (to: string, amount: bigint, token = STRK) => ({
  contractAddress: token,
  entrypoint: 'transfer',
  calldata: [to, `0x${amount.toString(16)}`, '0x0'],
});

/** The clients of starknet.js over a sandbox. */
export function clientsOf(box: Sandbox, apiKey?: string) {
  const baseFetch = box.fetch as unknown as typeof fetch;
  const provider = new RpcProvider({ nodeUrl: 'http://box', baseFetch });
  const headers = apiKey === undefined ? {} : { 'x-paymaster-api-key': apiKey };
  const paymaster = new PaymasterRpc({ nodeUrl: 'http://box/paymaster', baseFetch, headers });
  const asAccount = ({ address, privateKey }: { readonly address: string; readonly privateKey: string }) =>
    new Account({ provider, address, signer: privateKey, paymaster });
  return { provider, paymaster, asAccount };
}

/** The error of a request to a paymaster: its code and its data. */
export async function refusalOf(asked: Promise<unknown>): Promise<{ readonly code: number; readonly data: unknown }> {
  const error = await asked.then(
    () => undefined,
    (thrown: { readonly baseError?: { readonly code: number; readonly data: unknown } }) => thrown.baseError ?? thrown,
  );
  if (error === undefined) throw new Error('The request was not refused.');
  return error as { readonly code: number; readonly data: unknown };
}
