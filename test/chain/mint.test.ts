import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CHARGEABLE_ACCOUNT } from '../../src/chain/genesis/accounts.ts';
import { storageAddress } from '../../src/execution/hash/address.ts';
import { formatFelt } from '../../src/felt/felt.ts';
import { Sandbox, type SandboxOptions } from '../../src/index.ts';
import { firstDifference, readEverything } from '../support/readEverything.ts';
import { STRK } from '../support/wallet.ts';

const ETH = '0x49d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7';
const MINTER = formatFelt(CHARGEABLE_ACCOUNT.address);
const OVERFLOW = "The requested minting amount overflows the token contract's total_supply.";

interface Trace {
  readonly validate_invocation?: object;
  readonly fee_transfer_invocation?: object;
  readonly execute_invocation: { readonly contract_address: string; readonly caller_address: string };
}

describe('minting', () => {
  const boxes: Sandbox[] = [];
  const made = async (options: SandboxOptions = {}): Promise<Sandbox> => {
    const box = await Sandbox.create({ seed: 7, accounts: 1, stateArchiveCapacity: 'full', ...options });
    boxes.push(box);
    return box;
  };
  // Time must not pass between two reads, since the open block shows it.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_900_000_000_000 }));
  afterEach(() => {
    vi.useRealTimers();
    for (const box of boxes.splice(0)) box.close();
  });

  const minted = (box: Sandbox, amount: number | bigint, address = '0x77', unit = 'FRI') =>
    box.request<{ new_balance: string; tx_hash: string }>('devnet_mint', { address, amount, unit });
  const traceOf = (box: Sandbox, transaction_hash: string) =>
    box.request<Trace>('starknet_traceTransaction', { transaction_hash });
  /** Gives the minting account the class of the token, which is not an account class. */
  const breakMinter = async (box: Sandbox) => {
    const at = { block_id: 'latest', contract_address: STRK } as const;
    const class_hash = await box.request('starknet_getClassHashAt', at);
    await box.request('devnet_setClassHash', { contract_address: MINTER, class_hash });
  };

  test('is a transaction of the standard account, whatever class the accounts have', async () => {
    const accountClassCustom = readFileSync('contracts/classes/printer.sierra.json', 'utf8');
    const box = await made({ accountClassCustom });
    const { new_balance, tx_hash } = await minted(box, 5);
    expect(new_balance).toBe('5');
    const trace = await traceOf(box, tx_hash);
    expect(trace.validate_invocation).toBeDefined();
    expect(trace.fee_transfer_invocation).toBeDefined();
    expect(trace.execute_invocation).toMatchObject({ contract_address: MINTER, caller_address: '0x0' });
  });

  test('works on a fork whose origin has another class at the minting account', async () => {
    const origin = await made();
    await breakMinter(origin);
    await origin.blocks.mine();
    const fork = { url: 'http://origin.test/' };
    const box = await made({ fork, fetch: origin.fetch });
    expect((await minted(box, 5)).new_balance).toBe('5');
    expect((await minted(box, 6, '0x77', 'WEI')).new_balance).toBe('6');
    expect(await minted(origin, 7)).toMatchObject({ new_balance: '7' });
  });

  test('without the account is still an invoke transaction with receipt, trace, events and nonce, free of charge', async () => {
    const box = await made();
    await breakMinter(box);
    const { tx_hash: transaction_hash } = await minted(box, 5);
    expect(await minted(box, 6)).toMatchObject({ new_balance: '11' });
    expect(await box.request('starknet_getTransactionByHash', { transaction_hash })).toMatchObject({
      type: 'INVOKE',
      version: '0x3',
      sender_address: MINTER,
      nonce: '0x0',
    });
    expect(await box.request('starknet_getTransactionReceipt', { transaction_hash })).toMatchObject({
      execution_status: 'SUCCEEDED',
      actual_fee: { amount: '0x0', unit: 'FRI' },
      events: [{ from_address: STRK, data: ['0x5', '0x0'] }],
    });
    const trace = await traceOf(box, transaction_hash);
    expect(trace.execute_invocation).toMatchObject({ contract_address: STRK, caller_address: MINTER });
    expect(trace).not.toHaveProperty('validate_invocation');
    expect(trace).not.toHaveProperty('fee_transfer_invocation');
    expect(await box.explain(BigInt(transaction_hash))).toContain('permissioned_mint');
    const at = { block_id: 'latest', contract_address: MINTER } as const;
    expect(await box.request('starknet_getNonce', at)).toBe('0x2');

    const again = await made({ state: await box.saveState() });
    expect(firstDifference(await readEverything(again), await readEverything(box))).toBeUndefined();
  });

  test('needs no STRK of the minting account', async () => {
    const box = await made();
    await box.request('devnet_deal', { token: STRK, address: MINTER, amount: 0 });
    expect((await minted(box, 5)).new_balance).toBe('5');
  });

  test('uses the caller that the token permits to mint', async () => {
    const box = await made();
    const key = formatFelt(storageAddress('permitted_minter'));
    await box.request('devnet_setStorageAt', { contract_address: ETH, key, value: '0xb41d6e' });
    const { new_balance, tx_hash } = await minted(box, 5, '0x77', 'WEI');
    expect(new_balance).toBe('5');
    expect((await traceOf(box, tx_hash)).execute_invocation.caller_address).toBe('0xb41d6e');
  });

  describe.each([
    ['by the account', async () => {}],
    ['without the account', breakMinter],
  ])('%s', (_, prepare) => {
    test('more than the supply allows is an error with a sentence, and the transaction stays', async () => {
      const box = await made();
      await prepare(box);
      const amount = 10n ** 77n;
      const error = await minted(box, amount).catch((thrown) => thrown);
      expect(error).toMatchObject({ code: -1, data: { revert_reason: OVERFLOW } });
      expect(error.message).toContain('Minting reverted');
      const { tx_hash: transaction_hash } = error.data;
      expect(await box.request('starknet_getTransactionReceipt', { transaction_hash })).toMatchObject({
        execution_status: 'REVERTED',
        revert_reason: expect.stringContaining('u256_add Overflow'),
      });
      expect((await minted(box, 5)).new_balance).toBe('5');
    });

    test('to address 0 reverts with the reason of the token', async () => {
      const box = await made();
      await prepare(box);
      await expect(minted(box, 1, '0x0')).rejects.toMatchObject({
        data: { revert_reason: expect.stringContaining("('ERC20: mint to 0')") },
      });
    });
  });
});
