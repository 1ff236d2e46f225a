import { UDC_ADDRESS } from '../../src/chain/genesis/genesis.ts';
import { contractAddress, selectorOf } from '../../src/execution/hash/address.ts';
import { type Felt, formatFelt, toFelt } from '../../src/felt/felt.ts';
import { starkPublicKey } from '../../src/felt/stark.ts';
import { formatClass } from '../../src/rpc/format/contractClass.ts';
import { block } from '../support/fork/chains.ts';
import { type Chain, exerciserClass, hex, ownClass, STRK, Wallet } from '../support/fork/wallet.ts';
import { echo } from './cairo0Echo.ts';

export const L1_SENDER = '0x8359e4b0152ed5a731162d3c7b0d8d56edb165a0';
export const CAIRO0 = 0xc0n;
/** Declared but not deployed. */
export const SHELVED = ownClass('meta_tx');
/** The class that replaces the class of a contract. */
export const SUCCESSOR = ownClass('blake');
const { classHash } = exerciserClass();
const [SALT, OTHER_SALT] = [toFelt(1n), toFelt(2n)];
const START = toFelt(5n);

/** The addresses at which the deployer puts test contracts. */
export const CONTRACT = contractAddress(toFelt(0n), SALT, classHash, [START]);
/** Its class was replaced by the successor. */
export const REPLACED = contractAddress(toFelt(0n), OTHER_SALT, classHash, [START]);

export const message = (nonce: number, payload: string, name = 'on_message') => ({
  l1_contract_address: L1_SENDER,
  l2_contract_address: hex(CONTRACT),
  entry_point_selector: hex(selectorOf(name)),
  payload: [payload],
  paid_fee_on_l1: '0x1',
  nonce: hex(BigInt(nonce)),
});
export const FAIL = '0x6661696c';

/** Deploys an account of the same class as the others by its own transaction. Returns the hash and the wallet. */
export async function deployAccount(chain: Chain, privateKey: Felt): Promise<{ wallet: Wallet; hash: string }> {
  const of = { block_id: 'latest', contract_address: chain.accounts[0]!.address };
  const accountClass = toFelt(BigInt(await chain.request<string>('starknet_getClassHashAt', of)));
  const key = starkPublicKey(privateKey);
  const address = contractAddress(toFelt(0n), SALT, accountClass, [key]);
  await chain.request('devnet_mint', { address: hex(address), amount: 1e19, unit: 'FRI' });
  const wallet = new Wallet(chain, { address, privateKey });
  return { wallet, hash: await wallet.deployAccount(accountClass, SALT, [key]) };
}

/** Gives an origin a history with one of everything. */
export async function recordedChain(chain: Chain): Promise<void> {
  const [wallet, other] = chain.accounts.map((account) => new Wallet(chain, account));
  const deploy = (salt: bigint) =>
    wallet!.invoke({ to: UDC_ADDRESS, name: 'deployContract', calldata: [classHash, salt, 0n, 1n, START] });
  const own = (name: string, ...calldata: bigint[]) => ({ to: CONTRACT, name, calldata });
  await wallet!.declare(exerciserClass());
  await deploy(SALT);
  await deploy(OTHER_SALT);
  await other!.declare(SHELVED);
  await other!.declare(SUCCESSOR);
  await deployAccount(chain, toFelt(76n));
  await wallet!.invoke({ to: REPLACED, name: 'set', calldata: [1n, 2n] });
  await wallet!.invoke({ to: REPLACED, name: 'replace', calldata: [SUCCESSOR.classHash] });
  await wallet!.invoke({ to: STRK, name: 'transfer', calldata: [0x55n, 1000n, 0n] });
  await chain.request('devnet_mint', { address: '0x55', amount: 7, unit: 'WEI' });
  await wallet!.invoke(own('set', 1n, 11n), own('emit_many', 3n), own('emit_raw', 1n, 9n, 2n, 8n, 7n));
  await other!.invoke(own('increase', 3n), own('send', 0x99n, 2n, 1n, 2n));
  await wallet!.invoke(own('set', 2n, 22n), own('panic_with', 2n, 1n, 0x4f68n));
  await chain.request('devnet_postmanSendMessageToL2', message(0, '0x17'));
  await chain.request('devnet_postmanSendMessageToL2', message(1, FAIL));
  await chain.request('devnet_increaseTime', { time: 500 });
  const { classes } = await chain.request<{ classes: { class_hash: string }[] }>('devnet_applyStateDiff', {
    state_diff: {},
    classes: [{ contract_class: await formatClass(echo) }],
  });
  await chain.request('devnet_applyStateDiff', {
    state_diff: { deployed_contracts: [{ address: formatFelt(toFelt(CAIRO0)), class_hash: classes[0]!.class_hash }] },
  });
  await other!.invoke(own('call', CAIRO0, selectorOf('echo'), 2n, 7n, 8n));
  await chain.request('devnet_acceptOnL1', { starting_block_id: block(4) });
}
