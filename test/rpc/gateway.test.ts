import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { Sandbox, type SandboxOptions } from '../../src/index.ts';
import { invoke, transfer } from '../support/wallet.ts';

const opened: Sandbox[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const box of opened.splice(0)) await box.close();
});

async function open(options: SandboxOptions = {}): Promise<Sandbox> {
  const box = await Sandbox.create({ seed: 3, accounts: 1, ...options });
  opened.push(box);
  return box;
}

const BY_THE_RULES = "The networks refuse such a transaction, and so does this node because of gatewayRules: 'refuse'.";

type Transfer = ReturnType<typeof transfer>['invoke_transaction'];
const send = async (box: Sandbox, changes: object = {}, nonce = 0, params = transfer(box.accounts[0]!, nonce, 5n)) => {
  const response = await box.fetch('http://box/rpc', {
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 0,
      method: 'starknet_addInvokeTransaction',
      params: { invoke_transaction: { ...params.invoke_transaction, ...changes } },
    }),
  });
  return (await response.json()) as { error?: { code: number; message: string; data?: unknown } };
};
/** Other bounds of L2 gas in a transfer. */
const withL2 = (box: Sandbox, l2: object): Pick<Transfer, 'resource_bounds'> => {
  const { resource_bounds } = transfer(box.accounts[0]!, 0, 5n).invoke_transaction;
  return { resource_bounds: { ...resource_bounds, l2_gas: { ...resource_bounds.l2_gas, ...l2 } } };
};
const faultsOf = async (box: Sandbox) => (await box.request('sandbox_getConfig')).gateway_rules;

test('a transaction that the networks refuse is refused with the error of the specification', async () => {
  const box = await open({ gatewayRules: 'refuse' });
  const { error: gas } = await send(box, withL2(box, { max_amount: '0x10c388d00' }));
  expect(gas).toEqual({
    code: 55,
    message: 'Account validation failed',
    data: `The amount bound of L2 gas is 4,500,000,000, and at most 1,210,000,000 is allowed. ${BY_THE_RULES}`,
  });
  const { error: price } = await send(box, withL2(box, { max_price_per_unit: '0x1' }));
  expect(price).toEqual({
    code: 65,
    message: 'Transaction fee below minimum',
    data: `The price bound of L2 gas is 1 fri, and at least 8,000,000,000 fri are needed. ${BY_THE_RULES}`,
  });
  expect((await send(box, { paymaster_data: ['0x1'] })).error?.code).toBe(55);
  expect(await faultsOf(box)).toEqual({ mode: 'refuse', faults: { l2Gas: 1, l2Price: 1, paymasterData: 1 } });
  expect(await box.blocks.number()).toBe(0);
  expect((await send(box)).error).toBeUndefined();
});

test('a class that the networks refuse is refused before it is compiled', async () => {
  const box = await open({ gatewayRules: 'refuse' });
  const sierra = readFileSync(new URL('../../contracts/classes/branching.sierra.json', import.meta.url), 'utf8');
  const contractClass = JSON.parse(sierra);
  contractClass.sierra_program[1] = '0x0';
  await expect(box.declare(contractClass)).rejects.toThrow(
    /the contract class version is not supported[\s\S]*The class has Sierra 1\.0\.\d, and 1\.1 to 1\.9 are allowed/,
  );
});

test('the library and its estimates pass the rules, because prices start at the minimum of the networks', async () => {
  const box = await open({ gatewayRules: 'refuse' });
  const [alice] = box.accounts;
  const sent = await box.execute([box.strk.populate.transfer('0x5', 1n)], { from: alice! });
  expect(sent.receipt.execution_status).toBe('SUCCEEDED');
  const { l2_gas_price } = await box.request('starknet_getBlockWithTxHashes', { block_id: 'pre_confirmed' });
  expect(BigInt(l2_gas_price.price_in_fri)).toBe(8_000_000_000n);
  const cheap = await open({ gatewayRules: 'refuse', l2GasPriceFri: 5n });
  const { error } = await send(cheap, withL2(cheap, { max_price_per_unit: '0x8' }));
  expect(error?.data).toContain('The price of this chain is 5 fri; raise it to the minimum');
  const older = await open({ gatewayRules: 'refuse', protocolVersion: '0.14.0' });
  expect((await send(older, withL2(older, { max_price_per_unit: '0x1' }))).error?.data).toContain('3,000,000,000 fri');
});

test('a replacement of a transaction in the open block has to offer a tenth more', async () => {
  const box = await open({ gatewayRules: 'refuse', blockGenerationOn: 'demand' });
  expect((await send(box)).error).toBeUndefined();
  const other = transfer(box.accounts[0]!, 0, 6n);
  const { error } = await send(box, {}, 0, other);
  expect(error).toMatchObject({ code: 64, message: 'Replacement transaction is underpriced' });
  // 10^12 and a tenth of it. It is executed already, so it cannot be replaced here.
  const enough = withL2(box, { max_price_per_unit: `0x${(11n * 10n ** 11n).toString(16)}` });
  expect((await send(box, enough, 0, other)).error?.code).toBe(52);
  await box.blocks.mine();
  expect((await send(box, {}, 0, other)).error?.code).toBe(52);
});

test('a nonce that is too far ahead is refused, and one that waits in the pool of the networks runs', async () => {
  const box = await open({ gatewayRules: 'refuse', blockGenerationOn: 'demand' });
  expect((await send(box, {}, 201)).error).toEqual({
    code: 52,
    message: 'Invalid transaction nonce',
    data: `The nonce is 201, and from 0 to 200 are allowed. ${BY_THE_RULES}`,
  });
  expect((await send(box, {}, 200)).error).toBeUndefined();
});

test('warnings are written once for each kind, and the transaction runs', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const box = await open({ gatewayRules: 'warn' });
  const long = (nonce: number) =>
    invoke(box.accounts[0]!, nonce, { to: 1n, entryPoint: 'transfer', calldata: new Array(5001).fill(0n) });
  // The price of the chain is low, and so is the bound: no mistake of the client.
  expect((await send(box, withL2(box, { max_price_per_unit: '0x3b9aca00' }))).error?.code).toBe(55);
  expect(warn).not.toHaveBeenCalled();
  for (const nonce of [0, 1]) expect((await send(box, {}, nonce, long(nonce))).error).toBeUndefined();
  const copy = box.clone();
  opened.push(copy);
  expect((await send(copy, {}, 2, long(2))).error).toBeUndefined();
  expect(warn.mock.calls).toEqual([
    [
      "The network would refuse this transaction. There are 5,005 felts of calldata, and at most 5,000 are allowed. Said once for this kind (calldata): gatewayRules: 'refuse' makes it an error.",
    ],
  ]);
  expect(await faultsOf(box)).toEqual({ mode: 'warn', faults: { calldata: 2 } });
});

test('without the option nothing is checked, and a dump of such a chain can be loaded where it would be refused', async () => {
  const box = await open();
  const long = invoke(box.accounts[0]!, 0, { to: 1n, entryPoint: 'transfer', calldata: new Array(5001).fill(0n) });
  expect((await send(box, {}, 0, long)).error).toBeUndefined();
  expect(await faultsOf(box)).toEqual({ mode: 'off', faults: {} });
  expect(await box.request('devnet_getConfig')).not.toHaveProperty('gateway_rules');
  const loaded = await open({ gatewayRules: 'refuse', l2GasPriceFri: 1n, dump: box.dump() });
  expect(await loaded.blocks.number()).toBe(1);
});

test('a value that the option cannot have is named', async () => {
  await expect(open({ gatewayRules: 'loud' as never })).rejects.toThrow(
    "invalid value for 'gatewayRules': expected one of 'off', 'warn', 'refuse'",
  );
});
