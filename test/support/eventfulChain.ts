import { readFileSync } from 'node:fs';
import { compileClass } from '../../src/classes/compileClass.ts';
import { readClassText } from '../../src/classes/readClassText.ts';
import { selectorOf } from '../../src/execution/hash/address.ts';
import { formatFelt, parseFelt, toFelt } from '../../src/felt/felt.ts';
import { Sandbox, type SandboxOptions } from '../../src/index.ts';
import { deployExerciser, EXERCISER } from './exerciser.ts';
import type { Touched } from './readEverything.ts';
import { accountAddress, accountDeployment } from './signedTransactions.ts';
import { declare, invoke, STRK, transfer } from './wallet.ts';

export const classFile = (name: string) =>
  readFileSync(new URL(`../../contracts/classes/${name}.sierra.json`, import.meta.url), 'utf8');

export const eventfulOptions: SandboxOptions = {
  seed: 11,
  accounts: 2,
  stateArchiveCapacity: 'full',
  initialBalance: 10n ** 24n,
};
export const eventfulTouched: Touched = {
  addresses: [EXERCISER, '0xabc'],
  cells: [
    [EXERCISER, '0x5'],
    [STRK, '0x7'],
  ],
  l1Hashes: ['0x1234'],
};

/** A chain with a bit of everything: all modes, edits, declared classes, messages, a frozen clock, an open block. */
export async function eventfulChain(): Promise<Sandbox> {
  const box = await Sandbox.create(eventfulOptions);
  const [one] = box.accounts;
  const to = parseFelt(EXERCISER)!;
  await box.mint(0x77n, 5n);
  await box.request('starknet_addInvokeTransaction', transfer(one!, 0, 0x88n, 100n));
  await deployExerciser(box);
  await box.request(
    'starknet_addInvokeTransaction',
    invoke(one!, 1, { to, entryPoint: 'send', calldata: [0x9n, 1n, 5n] }),
  );
  await box.request(
    'starknet_addInvokeTransaction',
    invoke(one!, 2, { to, entryPoint: 'panic_with', calldata: [1n, 5n] }),
  );
  await box.request('devnet_postmanSendMessageToL2', {
    l1_transaction_hash: '0x1234',
    l2_contract_address: EXERCISER,
    entry_point_selector: formatFelt(selectorOf('on_message')),
    l1_contract_address: '0x8',
    payload: ['0x6'],
    paid_fee_on_l1: '0x123456789abc',
    nonce: '0x0',
  });
  await box.request('devnet_setGasPrice', { gas_price_wei: 7, l2_gas_price_fri: 2000000001, generate_block: true });
  await box.request('devnet_setTime', { time: 2_000_000_000, generate_block: true });
  await box.request('devnet_acceptOnL1', { starting_block_id: { block_number: 2 } });
  await box.request('devnet_mine', { blocks: 9, seconds: 7 });
  await box.request('devnet_impersonateAccount', { account_address: '0xdead' });
  await box.request('devnet_setBlockMode', { mode: 'demand' });
  const blake = compileClass(readClassText(classFile('blake')));
  await box.request('starknet_addDeclareTransaction', declare(one!, 3, JSON.parse(classFile('blake')), blake));
  await box.request('devnet_setStorageAt', { contract_address: STRK, key: '0x7', value: '0x8' });
  await box.request('starknet_addInvokeTransaction', transfer(one!, 4, 0x88n, 1n));
  await box.request('devnet_increaseTime', { time: 100 });
  await box.request('starknet_addInvokeTransaction', transfer(one!, 5, 0x88n, 1n));
  await box.request('devnet_setClassHash', { contract_address: '0xabc', class_hash: formatFelt(blake.classHash) });
  await box.request('starknet_addInvokeTransaction', transfer(one!, 6, 0x88n, 1n));
  await box.request('devnet_freezeTime', { frozen: true });
  return box;
}

/** Lets a new account deploy itself. */
export async function deployAccount(box: Sandbox): Promise<void> {
  const [one] = box.accounts;
  const classHash = parseFelt(
    await box.request('starknet_getClassHashAt', { block_id: 'latest', contract_address: one!.address }),
  )!;
  const calldata = [parseFelt(one!.publicKey)!];
  const address = accountAddress(classHash, calldata);
  await box.mint(address, 10n ** 20n);
  const bound = { maxAmount: 10n ** 6n, maxPricePerUnit: 10n ** 10n };
  const bounds = { l1Gas: bound, l1DataGas: bound, l2Gas: { ...bound, maxAmount: 10n ** 9n } };
  const signer = { address: toFelt(address), privateKey: parseFelt(one!.privateKey)! };
  const transaction = await accountDeployment(signer, classHash, calldata)(bounds);
  await box.request('starknet_addDeployAccountTransaction', { deploy_account_transaction: transaction } as never);
}
