import { afterEach, describe, expect, test } from 'vitest';
import { Sandbox, type SandboxOptions } from '../../src/index.ts';

const GWEI = 10n ** 9n;
const OPTIONS: SandboxOptions = { seed: 7, accounts: 2, startTime: 1000 };
const FULL = { l2: { kind: 'eip1559', backgroundGas: 5_800_000_000n } } as const;

const boxes: Sandbox[] = [];
const made = async (options: SandboxOptions = {}): Promise<Sandbox> => {
  const box = await Sandbox.create({ ...OPTIONS, ...options });
  boxes.push(box);
  return box;
};
afterEach(() => Promise.all(boxes.splice(0).map((box) => box.close())));

type Prices = { readonly price_in_fri: string; readonly price_in_wei: string };
type Header = { readonly l1_gas_price: Prices; readonly l1_data_gas_price: Prices; readonly l2_gas_price: Prices };

const headerOf = (box: Sandbox, block_id: unknown) =>
  box.request<Header>('starknet_getBlockWithTxHashes', { block_id });
/** The L2 gas price of a block in FRI. */
const priceAt = async (box: Sandbox, block: unknown = 'pre_confirmed') =>
  BigInt((await headerOf(box, block)).l2_gas_price.price_in_fri);
/** Makes blocks, and returns the headers of all blocks and of the open one. */
async function mined(box: Sandbox, count: number): Promise<Header[]> {
  await box.blocks.mine(count);
  const latest = await box.blocks.number();
  const numbers = Array.from({ length: latest + 1 }, (_, block_number) => ({ block_number }));
  const pick = ({ l1_gas_price, l1_data_gas_price, l2_gas_price }: Header) => ({
    l1_gas_price,
    l1_data_gas_price,
    l2_gas_price,
  });
  return Promise.all([...numbers, 'pre_confirmed'].map(async (block) => pick(await headerOf(box, block))));
}
const transfer = { entryPoint: 'transfer', calldata: ['0x64', 1n, 0n] };

describe('an estimate', () => {
  test('is for the prices of its block, and a transaction that comes later is refused for them', async () => {
    const box = await made({ priceSchedule: FULL });
    const [alice] = box.accounts;
    const call = { to: box.strk.address, ...transfer };
    const { resourceBounds } = await box.estimate(call, { from: alice });
    expect(resourceBounds.l2Gas.maxPricePerUnit).toBe(await priceAt(box));
    await box.blocks.mine();
    const late = box.execute(call, { from: alice, resourceBounds });
    await expect(late).rejects.toMatchObject({ code: 53 });
    await expect(late).rejects.toThrow('8762820512');
    // One that leaves room for the price to rise is not.
    const { maxAmount, maxPricePerUnit } = resourceBounds.l2Gas;
    const l2Gas = { maxAmount, maxPricePerUnit: maxPricePerUnit * 2n };
    await box.execute(call, { from: alice, resourceBounds: { ...resourceBounds, l2Gas } });
  });
});

describe('a price schedule', () => {
  test('is the same for the same seed, and another for another, whatever the seed of the accounts is', async () => {
    const seven = await mined(await made({ priceSchedule: 'walk:7', seed: 1 }), 20);
    expect(await mined(await made({ priceSchedule: 'walk:7', seed: 2 }), 20)).toEqual(seven);
    expect(await mined(await made({ priceSchedule: 'walk:8', seed: 1 }), 20)).not.toEqual(seven);
    for (const name of ['l1_gas_price', 'l1_data_gas_price', 'l2_gas_price'] as const)
      expect(new Set(seven.map((header) => header[name].price_in_wei)).size).toBeGreaterThan(15);
  });

  test('of the networks begins at their least price, and follows the gas that transactions use', async () => {
    const box = await made({
      priceSchedule: { l2: { kind: 'eip1559', gasTarget: 1_000_000, maxBlockGas: 100_000_000 } },
    });
    expect(await priceAt(box)).toBe(8n * GWEI);
    const { transactionHash: transaction_hash } = await box.strk.write.transfer('0x64', 1n);
    const { execution_resources } = await box.request('starknet_getTransactionReceipt', { transaction_hash });
    const above = BigInt(execution_resources.l2_gas) - 1_000_000n;
    expect(above).toBeGreaterThan(0n);
    const next = await priceAt(box);
    expect(next).toBe(8n * GWEI + (8n * GWEI * above) / (1_000_000n * 48n));
    await box.blocks.mine();
    expect(await priceAt(box)).toBeLessThan(next);
  });

  test('of the networks has the constants of the protocol version', async () => {
    expect(await priceAt(await made({ priceSchedule: 'eip1559', protocolVersion: '0.14.0' }))).toBe(3n * GWEI);
    const given = await made({ priceSchedule: 'eip1559', l2GasPriceFri: 48n * GWEI });
    expect(await priceAt(given)).toBe(47n * GWEI);
  });

  test('takes values by block, also in WEI and for L1', async () => {
    const box = await made({
      priceSchedule: {
        l1: [{ block: 2, wei: 5n }],
        l1Data: [{ block: 3, fri: 6 }],
        l2: [{ block: 2, fri: 7, wei: 8 }],
      },
    });
    const [, one, two, three] = await mined(box, 2);
    expect(one).toMatchObject({ l2_gas_price: { price_in_fri: '0x3b9aca00' } });
    expect(two).toMatchObject({
      l1_gas_price: { price_in_wei: '0x5', price_in_fri: '0x3b9aca00' },
      l1_data_gas_price: { price_in_fri: '0x3b9aca00' },
      l2_gas_price: { price_in_fri: '0x7', price_in_wei: '0x8' },
    });
    expect(three).toMatchObject({ l1_data_gas_price: { price_in_fri: '0x6' }, l2_gas_price: { price_in_fri: '0x7' } });
  });

  test('begins with the block after the open one, or at once with a block', async () => {
    const box = await made();
    await box.market.setPrices({ l2: [{ block: 0, fri: 5n }] });
    expect(await priceAt(box)).toBe(GWEI);
    await box.blocks.mine();
    expect(await priceAt(box, 'latest')).toBe(GWEI);
    expect(await priceAt(box)).toBe(5n);
    await box.market.setPrices({ l2: [{ block: 0, fri: 9n }] }, { mine: true });
    expect(await priceAt(box)).toBe(9n);
  });

  test('does not change prices of transactions in the open block', async () => {
    const box = await made({ blockGenerationOn: 'demand', priceSchedule: 'walk:3' });
    const before = await priceAt(box);
    await box.strk.write.transfer('0x64', 1n);
    await box.strk.write.transfer('0x64', 1n);
    expect(await priceAt(box)).toBe(before);
    await box.blocks.mine();
    expect(await priceAt(box, 'latest')).toBe(before);
    expect(await priceAt(box)).not.toBe(before);
  });

  test('goes on from prices that are set by hand, and ends with constant', async () => {
    const box = await made({ priceSchedule: 'eip1559' });
    await box.setGasPrices({ l2GasPriceFri: 48n * GWEI, mine: true });
    expect(await priceAt(box, 'latest')).toBe(48n * GWEI);
    expect(await priceAt(box)).toBe(47n * GWEI);
    await box.setGasPrices({ l2GasPriceFri: 24n * GWEI });
    await box.strk.write.transfer('0x64', 1n);
    expect(await priceAt(box, 'latest')).toBe(47n * GWEI);
    expect(await priceAt(box)).toBe(24n * GWEI);
    await box.market.setPrices('constant');
    await box.blocks.mine(3);
    expect(await priceAt(box)).toBe(24n * GWEI);
    expect(await box.request('sandbox_getConfig')).not.toHaveProperty('price_schedule');
  });

  test('is part of snapshots, clones, state files, dumps and aborts', async () => {
    const box = await made({ stateArchiveCapacity: 'full' });
    await box.market.setPrices({ l1: 'walk:5', l2: { kind: 'dynamic', strkUsd: '0.02' } });
    await box.setGasPrices({ l2GasPriceFri: 20n * GWEI });
    await box.blocks.mine(15);
    const mark = box.snapshot();
    const again = await made({ state: await box.saveState() });
    const replayed = await made({ dump: box.dump() });
    const copy = box.clone();
    boxes.push(copy);
    const all = await mined(box, 15);
    box.restore(mark);
    for (const one of [box, again, replayed, copy]) expect(await mined(one, 15)).toEqual(all);
    await box.blocks.abort(12);
    expect(await mined(box, all.length - 2 - (await box.blocks.number()))).toEqual(all);
  });

  test('of the start stays after a restart, and one that was set is gone', async () => {
    const box = await made({ priceSchedule: 'walk:3' });
    const walk = await mined(box, 5);
    await box.market.setPrices('constant');
    await box.restart();
    expect(await mined(box, 5)).toEqual(walk);
  });

  test('that is given with a state file takes effect on its chain', async () => {
    const box = await made({ priceSchedule: 'walk:3' });
    const loaded = await made({ state: await box.saveState(), priceSchedule: { l2: [{ block: 0, fri: 5 }] } });
    await loaded.blocks.mine();
    expect(await priceAt(loaded)).toBe(5n);
    expect(loaded.dump()).toContainEqual(expect.objectContaining({ method: 'devnet_setPriceSchedule' }));
  });

  test('is shown with the prices of the open block', async () => {
    const box = await made({ priceSchedule: 'walk:3' });
    const { priceSchedule, prices } = await box.market.get();
    expect(priceSchedule).toMatchObject({ l1: { kind: 'walk', seed: 3, step_percent: 5 } });
    expect(prices.l2GasPriceFri).toBe(await priceAt(box));
    expect(await box.request('sandbox_getConfig')).toMatchObject({ price_schedule: { l2: { seed: 3 } } });
    expect(await box.request('devnet_getConfig')).not.toHaveProperty('price_schedule');
  });

  test('that cannot be read is refused with the place of the mistake', async () => {
    const box = await made();
    const wrong = box.market.setPrices({ l2: { kind: 'eip1559', gasTarged: 5 } } as never);
    await expect(wrong).rejects.toThrow('gas_targed: there is no such member. Did you mean gas_target?');
    await expect(made({ priceSchedule: 'eip' as never })).rejects.toThrow(
      /'priceSchedule'.*expected one of constant, walk/,
    );
  });
});
