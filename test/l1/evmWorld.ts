import { readFileSync } from 'node:fs';
import { hash } from 'starknet';
import { Sandbox, type SandboxOptions } from '../../src/index.ts';

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../examples/l1/${name}`, import.meta.url), 'utf8'));

/** The bridge of the example, on L1. */
export const bridgeContract: { readonly abi: readonly object[]; readonly bytecode: `0x${string}` } =
  read('Bridge.json');

/** A sandbox with an EVM as its L1, and the bridge of the example on L2. */
export async function evmWorld(options: SandboxOptions = {}) {
  const box = await Sandbox.create({ seed: 7, accounts: 1, l1: { url: 'evm' }, ...options });
  const l2Bridge = await box.deploy(read('bridge.contract_class.json'));
  return { box, l2Bridge, received: async () => BigInt((await l2Bridge.read['received']!()) as bigint) };
}

/** Asks the L1 of a sandbox. */
export const asking =
  (box: Sandbox) =>
  (method: string, params: unknown = []) =>
    box.l1.provider.request({ method, params });

/** sendMessageToL2(uint256,uint256,uint256[]) */
export const SEND_MESSAGE_TO_L2 = '0x3e3aa6c5';
/** A word of calldata. */
export const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, '0');
export const DEPOSIT = hash.getSelectorFromName('deposit');

/** Sends a deposit by the messaging contract itself. */
export async function deposit(box: Sandbox, to: string, amount: bigint, from = box.l1.accounts[0]!.address) {
  const words = [to, DEPOSIT, '0x60', '0x1', `0x${amount.toString(16)}`].map(word).join('');
  const transaction = { from, to: box.l1.contractAddress, data: `${SEND_MESSAGE_TO_L2}${words}`, value: '0x5' };
  return asking(box)('eth_sendTransaction', [transaction]);
}
