// What a method does is in the journal exactly as if it had been requested.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';
import { firstDifference, readEverything } from '../support/readEverything.ts';

const OPTIONS = { seed: 7, accounts: 2, startTime: 1000, stateArchiveCapacity: 'full' } as const;
const EXERCISER = new URL('../../contracts/classes/exerciser.sierra.json', import.meta.url);

let start: Sandbox;
let contract: string;
let handler: string;
let getter: string;
beforeAll(async () => {
  start = await Sandbox.create(OPTIONS);
  await start.time.freeze();
  contract = (await start.deploy(EXERCISER, [5])).address;
  await start.blocks.mine(2);
  await start.l1.connect('mock');
  const { selectorOfName } = await import('../../src/abi/selector.ts');
  handler = selectorOfName('on_message').toString(16);
  getter = selectorOfName('get').toString(16);
});
afterAll(() => start.close());

type Act = (box: Sandbox) => Promise<unknown>;
const request =
  (method: string, params?: object): Act =>
  (box) =>
    box.request<unknown>(method, params);

/** Each control as a method, and the request that it stands for. */
const controls: Readonly<Record<string, readonly [Act, () => Act]>> = {
  mint: [
    (box) => box.mint(0x77n, '5', 'WEI'),
    () => request('devnet_mint', { address: '0x77', amount: 5, unit: 'WEI' }),
  ],
  deal: [
    (box) => box.deal(box.strk.address, 0x77n, 5),
    () => request('devnet_deal', { token: start.strk.address, address: '0x77', amount: 5 }),
  ],
  'time.set': [(box) => box.time.set(5000), () => request('devnet_setTime', { time: 5000, generate_block: true })],
  'time.set without a block': [
    (box) => box.time.set(new Date(5_000_000), { mine: false }),
    () => request('devnet_setTime', { time: 5000, generate_block: false }),
  ],
  'time.increase': [(box) => box.time.increase(60n), () => request('devnet_increaseTime', { time: 60 })],
  'time.unfreeze': [(box) => box.time.unfreeze(), () => request('devnet_freezeTime', { frozen: false })],
  'blocks.mine': [
    (box) => box.blocks.mine(2, { secondsBetween: 5 }),
    () => request('devnet_mine', { blocks: 2, seconds: 5 }),
  ],
  'blocks.abort': [
    (box) => box.blocks.abort(3),
    () => request('devnet_abortBlocks', { starting_block_id: { block_number: 3 } }),
  ],
  'blocks.setMode': [(box) => box.blocks.setMode('demand'), () => request('devnet_setBlockMode', { mode: 'demand' })],
  'blocks.acceptOnL1': [
    (box) => box.blocks.acceptOnL1(2n),
    () => request('devnet_acceptOnL1', { starting_block_id: { block_number: 2 } }),
  ],
  setGasPrices: [
    (box) => box.setGasPrices({ l2GasPriceFri: '7', gasPrice: 5n, mine: true }),
    () => request('devnet_setGasPrice', { l2_gas_price_fri: 7, gas_price_wei: 5, generate_block: true }),
  ],
  impersonate: [
    (box) => box.impersonate(0x77n),
    () => request('devnet_impersonateAccount', { account_address: '0x77' }),
  ],
  stopImpersonating: [
    (box) => box.stopImpersonating('0x0077'),
    () => request('devnet_stopImpersonateAccount', { account_address: '0x77' }),
  ],
  autoImpersonate: [(box) => box.autoImpersonate(), () => request('devnet_autoImpersonate')],
  'autoImpersonate off': [(box) => box.autoImpersonate(false), () => request('devnet_stopAutoImpersonate')],
  'cheats.mock': [
    (box) => box.cheats.mock(contract, 'get', [5n], { calls: 2, args: [7n] }),
    () =>
      request('devnet_mockCall', {
        contract_address: contract,
        entry_point_selector: `0x${getter}`,
        retdata: ['0x5'],
        calldata: ['0x7'],
        panics: false,
        calls: 2,
      }),
  ],
  'cheats.caller': [
    (box) => box.cheats.caller('any', 0x77n),
    () => request('devnet_cheatCaller', { caller_address: '0x77' }),
  ],
  'cheats.block': [
    (box) => box.cheats.block(contract, { number: 9 }),
    () => request('devnet_cheatBlock', { contract_address: contract, block_number: 9 }),
  ],
  'cheats.stop': [(box) => box.cheats.stop(), () => request('devnet_stopCheat', {})],
  setStorageAt: [
    (box) => box.setStorageAt(contract, 5n, '0x7'),
    () => request('devnet_setStorageAt', { contract_address: contract, key: '0x5', value: '0x7' }),
  ],
  setNonce: [
    (box) => box.setNonce(box.accounts[0]!.address, 9),
    () => request('devnet_setNonce', { contract_address: start.accounts[0]!.address, nonce: '0x9' }),
  ],
  setClassHash: [
    async (box) => box.setClassHash(contract, await box.getClassHash(box.strk.address)),
    () => async (box) =>
      box.request<unknown>('devnet_setClassHash', {
        contract_address: contract,
        class_hash: await box.getClassHash(box.strk.address),
      }),
  ],
  applyStateDiff: [
    (box) => box.applyStateDiff({ nonces: [{ address: box.accounts[1]!.address, nonce: 3n }] }),
    () =>
      request('devnet_applyStateDiff', {
        state_diff: {
          storage_diffs: [],
          nonces: [{ contract_address: start.accounts[1]!.address, nonce: '0x3' }],
          deployed_contracts: [],
          replaced_classes: [],
        },
      }),
  ],
  'l1.deliver': [
    (box) => box.l1.deliver({ from: '0x99', to: contract, handler: 'on_message', payload: [5n], nonce: 4 }),
    () =>
      request('devnet_postmanSendMessageToL2', {
        l1_contract_address: `0x${'99'.padStart(40, '0')}`,
        l2_contract_address: contract,
        entry_point_selector: `0x${handler}`,
        payload: ['0x5'],
        paid_fee_on_l1: '0x1',
        nonce: '0x4',
      }),
  ],
  'l1.sendToL2 and l1.flush': [
    async (box) => {
      await box.l1.sendToL2({ from: '0x99', to: contract, handler: 'on_message', payload: ['0x5'] });
      return box.l1.flush();
    },
    () => async (box) => {
      await box.request<unknown>('devnet_mockL1SendMessageToL2', {
        l1_contract_address: `0x${'99'.padStart(40, '0')}`,
        l2_contract_address: contract,
        entry_point_selector: `0x${handler}`,
        payload: ['0x5'],
        paid_fee_on_l1: '0x1',
      });
      return box.request<unknown>('devnet_postmanFlush', {});
    },
  ],
  'l1.connect': [(box) => box.l1.connect('mock'), () => request('devnet_postmanLoad', { network_url: 'mock' })],
  restart: [(box) => box.restart(), () => request('devnet_restart')],
};

test.each(Object.keys(controls))('%s', async (name) => {
  const [method, asRequest] = controls[name]!;
  await using one = start.clone();
  await using other = start.clone();
  const outcome = (act: Act, box: Sandbox) =>
    act(box).then(
      () => 'done',
      (error: Error) => error.message,
    );
  expect(await outcome(method, one)).toBe(await outcome(asRequest(), other));
  // The numbers of requests are left out: a method may read something before it changes the chain.
  const changes = (box: Sandbox) => box.dump().map((entry) => ({ ...entry, id: undefined }));
  expect(changes(one)).toEqual(changes(other));
  expect(await one.request('starknet_blockNumber')).toBe(await other.request('starknet_blockNumber'));
});

test('a dump of every control gives the same chain again', async () => {
  await using box = await Sandbox.create(OPTIONS);
  await box.time.freeze();
  const token = await box.deploy(EXERCISER, [5]);
  await box.mint('0x77', 5n);
  await box.deal(box.eth.address, '0x77', 7n);
  await box.time.increase(60);
  await box.setGasPrices({ l2GasPriceFri: 10n ** 9n + 1n, mine: true });
  await box.impersonate(token.address);
  await box.setStorageAt(token.address, '0x5', 7n);
  await box.setNonce(token.address, 3);
  await box.blocks.mine(2);
  await box.blocks.abort(await box.blocks.number());
  await box.l1.deliver({ from: '0x99', to: token.address, handler: 'on_message', payload: [5n] });
  await box.strk.write.transfer('0x77', 1n);
  await box.blocks.setMode('demand');
  await box.strk.write.transfer('0x77', 1n);
  await using again = await Sandbox.create({ ...OPTIONS, dump: box.dump() });
  expect(again.dump()).toEqual(box.dump());
  expect(firstDifference(await readEverything(again), await readEverything(box))).toBeUndefined();
});
