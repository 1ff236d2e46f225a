import { afterEach, describe, expect, test } from 'vitest';
import { Sandbox, type SandboxOptions } from '../../src/index.ts';
import { transfer } from '../support/wallet.ts';

const GWEI = 10n ** 9n;
const OPTIONS: SandboxOptions = { seed: 7, accounts: 1 };

describe('a gas price', () => {
  const boxes: Sandbox[] = [];
  const made = async (options: SandboxOptions = {}): Promise<Sandbox> => {
    const box = await Sandbox.create({ ...OPTIONS, ...options });
    boxes.push(box);
    return box;
  };
  afterEach(() => {
    for (const box of boxes.splice(0)) box.close();
  });

  /** The L2 gas price that the header of a block shows. */
  const shown = async (box: Sandbox, block_id: unknown) => {
    const block = await box.request<{ l2_gas_price: { price_in_fri: string } }>('starknet_getBlockWithTxHashes', {
      block_id,
    });
    return BigInt(block.l2_gas_price.price_in_fri);
  };
  const next = async (box: Sandbox) => {
    const [account] = box.accounts;
    const at = { block_id: 'pre_confirmed', contract_address: account!.address };
    return transfer(account!, BigInt(await box.request<string>('starknet_getNonce', at)), 0x77n);
  };
  /** The L2 gas price of an estimate and of a simulation at a block. */
  const estimated = async (box: Sandbox, block_id: unknown) => {
    const { invoke_transaction } = await next(box);
    const [estimate] = await box.request<{ l2_gas_price: string }[]>('starknet_estimateFee', {
      request: [invoke_transaction],
      simulation_flags: [],
      block_id,
    });
    const [simulation] = await box.request<{ fee_estimation: { l2_gas_price: string } }[]>(
      'starknet_simulateTransactions',
      { transactions: [invoke_transaction], simulation_flags: [], block_id },
    );
    expect(simulation!.fee_estimation.l2_gas_price).toBe(estimate!.l2_gas_price);
    return BigInt(estimate!.l2_gas_price);
  };
  /** Sends a transaction and returns the L2 gas price that it paid, in whole gwei. */
  const paid = async (box: Sandbox) => {
    const sent = await box.request<object>('starknet_addInvokeTransaction', await next(box));
    const { actual_fee, execution_resources } = await box.request<{
      actual_fee: { amount: string };
      execution_resources: { l2_gas: number };
    }>('starknet_getTransactionReceipt', sent);
    // Data costs far less than one gwei per unit of L2 gas.
    return (BigInt(actual_fee.amount) / BigInt(execution_resources.l2_gas) / GWEI) * GWEI;
  };
  const set = (box: Sandbox, price: bigint, generate_block?: boolean) =>
    box.request('devnet_setGasPrice', { l2_gas_price_fri: price, generate_block });

  test('that is set without a block does not change the open block and applies from the next one on', async () => {
    const box = await made();
    expect(await set(box, 2n * GWEI)).toMatchObject({ l2_gas_price_fri: Number(2n * GWEI) });
    for (const block of ['latest', 'pre_confirmed']) {
      expect(await shown(box, block)).toBe(GWEI);
      expect(await estimated(box, block)).toBe(GWEI);
    }
    expect(await paid(box)).toBe(GWEI);
    // The block of the transaction has the price that it paid; the next block has the new price.
    expect(await shown(box, 'latest')).toBe(GWEI);
    expect(await estimated(box, 'latest')).toBe(GWEI);
    expect(await shown(box, 'pre_confirmed')).toBe(2n * GWEI);
    expect(await estimated(box, 'pre_confirmed')).toBe(2n * GWEI);
    expect(await paid(box)).toBe(2n * GWEI);
    expect(await shown(box, 'latest')).toBe(2n * GWEI);
  });

  test('that is set without a block applies to an empty block that is made next', async () => {
    const box = await made();
    await set(box, 2n * GWEI);
    await box.request('devnet_createBlock');
    for (const block of ['latest', 'pre_confirmed']) expect(await estimated(box, block)).toBe(2n * GWEI);
    expect(await paid(box)).toBe(2n * GWEI);
  });

  test('that is lowered does not apply to transactions before the next block', async () => {
    const box = await made({ l2GasPriceFri: 10n ** 12n + 1n });
    // The wallet offers 10^12.
    const refused = async () =>
      expect(box.request('starknet_addInvokeTransaction', await next(box))).rejects.toMatchObject({ code: 53 });
    await refused();
    await set(box, 10n ** 12n);
    await refused();
    await box.request('devnet_createBlock');
    expect(await paid(box)).toBe(10n ** 12n);
  });

  test('that is set with a block applies to this block and all later ones', async () => {
    const box = await made();
    await set(box, 2n * GWEI, true);
    expect(await shown(box, 'latest')).toBe(2n * GWEI);
    expect(await estimated(box, 'latest')).toBe(2n * GWEI);
    expect(await paid(box)).toBe(2n * GWEI);
  });

  test('stays for all transactions of a block on demand', async () => {
    const box = await made({ blockGenerationOn: 'demand' });
    expect(await paid(box)).toBe(GWEI);
    await set(box, 2n * GWEI);
    expect(await paid(box)).toBe(GWEI);
    await box.request('devnet_createBlock');
    expect(await shown(box, 'latest')).toBe(GWEI);
    expect(await paid(box)).toBe(2n * GWEI);
    // With a block, the transactions that already ran keep their price, and a second block has the new price.
    await set(box, 3n * GWEI, true);
    expect(await shown(box, { block_number: 2 })).toBe(2n * GWEI);
    expect(await shown(box, 'latest')).toBe(3n * GWEI);
  });

  test('that waits for the next block is part of snapshots, state files and dumps', async () => {
    const box = await made();
    await set(box, 2n * GWEI);
    const mark = box.snapshot();
    const again = await made({ state: await box.saveState() });
    const replayed = await made();
    await replayed.request('devnet_load', { events: box.dump() });
    await box.request('devnet_restart');
    expect(await paid(box)).toBe(GWEI);
    expect(await paid(box)).toBe(GWEI);
    box.restore(mark);
    for (const one of [box, again, replayed]) {
      expect(await paid(one)).toBe(GWEI);
      expect(await paid(one)).toBe(2n * GWEI);
    }
  });
});
