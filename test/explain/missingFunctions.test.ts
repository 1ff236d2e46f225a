// A transaction carries the selectors of functions. Errors show the names that were meant.
import { beforeAll, describe, expect, test } from 'vitest';
import { selectorOf } from '../../src/execution/hash/address.ts';
import { Sandbox, type SandboxError } from '../../src/index.ts';
import { account, provider } from '../../src/starknet/index.ts';

const EXERCISER = new URL('../../contracts/classes/exerciser.sierra.json', import.meta.url);
const LEDGER = new URL('../../contracts/classes/ledger.sierra.json', import.meta.url);
const hex = (felt: bigint): string => `0x${felt.toString(16)}`;

let box: Sandbox;
beforeAll(async () => {
  box = await Sandbox.create({ seed: 7, accounts: 2 });
});

const failureOf = (request: Promise<unknown>): Promise<SandboxError> =>
  request.then(
    () => expect.unreachable('it must fail'),
    (error: SandboxError) => error,
  );

describe('a misspelt function is named, with the one that was meant', () => {
  const WORDS = /ERC20 at 0x4718\S+ has no function transfr\. Did you mean transfer\?/;
  const to = () => box.strk.address;

  test('in a transaction', async () => {
    const error = await failureOf(box.execute({ to: to(), entryPoint: 'transfr', calldata: [] }));
    expect(error.message).toMatch(WORDS);
    expect(error.explanation).toMatch(/ERC20\.transfr\(\) panicked: 'ENTRYPOINT_NOT_FOUND'/);
  });

  test('in a call, and in its explanation', async () => {
    const call = { to: to(), entryPoint: 'balance_off', calldata: ['0x1'] };
    const error = await failureOf(box.call(call));
    expect(error.code).toBe(21);
    expect(error.message).toMatch(/has no function balance_off\. Did you mean balance_of\?/);
    expect(await box.explainCall(call)).toMatch(/has no function balance_off\. Did you mean balance_of\?/);
  });

  test('in a profile and in the debugger', async () => {
    const call = { to: to(), entryPoint: 'transfr', calldata: [] };
    for (const failure of [box.profile(call), box.debug({ call })]) {
      const { code, message } = await failureOf(failure);
      expect(code).toBe(21);
      expect(message).toMatch(WORDS);
    }
  });

  test('by a contract with the ABI of another class', async () => {
    const input = [{ name: 'to', type: 'core::felt252' }];
    const stale = [
      { type: 'function', name: 'transfr', inputs: input, outputs: [], state_mutability: 'external' },
      { type: 'function', name: 'nothing_like_it', inputs: input, outputs: [], state_mutability: 'view' },
    ] as const;
    const contract = box.contract(stale, to());
    expect((await failureOf(contract.write.transfr('0x1'))).message).toMatch(WORDS);
    expect((await failureOf(contract.simulate.transfr('0x1'))).message).toMatch(/transfr/);
    expect((await failureOf(contract.read.nothing_like_it('0x1'))).message).toMatch(
      /has no function nothing_like_it\. Its functions: .*\btransfer\b/,
    );
  });
});

test('a function that starknet.js names is named too, in the process of the sandbox', async () => {
  const messageOf = (request: Promise<unknown>) => failureOf(request).then(({ message }) => message);
  const call = { contractAddress: box.strk.address, entrypoint: 'tranfser', calldata: [] };
  expect(await messageOf(account(box, 0).execute(call))).toMatch(/has no function tranfser\. Did you mean transfer\?/);
  const read = { ...call, entrypoint: 'blance_of' };
  expect(await messageOf(provider(box).callContract(read))).toMatch(
    /has no function blance_of\. Did you mean balance_of\?/,
  );
});

describe('over JSON-RPC, where only the selector is known,', () => {
  const callOf = (name: string) => ({
    request: { contract_address: box.strk.address, entry_point_selector: hex(selectorOf(name)), calldata: [] },
    block_id: 'latest' as const,
  });
  const dataOf = async (on: Sandbox, name: string) =>
    (await failureOf(on.request('starknet_call', callOf(name)))).data as string;

  test('a function of any class on the chain is named, and one of none is not', async () => {
    await using own = await Sandbox.create({ seed: 7, accounts: 1 });
    expect(await dataOf(own, 'panic_with')).toContain(
      `has no function with the selector ${hex(selectorOf('panic_with'))}. Its functions: `,
    );
    await own.declare(EXERCISER);
    expect(await dataOf(own, 'panic_with')).toMatch(/ has no function panic_with\. Its functions: /);
    expect(await dataOf(own, 'supports_interface')).toMatch(/ has no function supports_interface\. /);
    expect(await dataOf(own, 'no_class_has_it')).toMatch(/ has no function with the selector 0x/);
  });

  test('the explanation of a transaction names it too', async () => {
    await using own = await Sandbox.create({ seed: 7, accounts: 1 });
    await own.declare(EXERCISER);
    const call = { to: own.strk.address, entryPoint: selectorOf('panic_with'), calldata: [] };
    const { explanation } = await failureOf(own.execute(call));
    expect(explanation).toMatch(/ERC20 at \S+ has no function panic_with\. /);
    expect(explanation).toMatch(/ERC20\.panic_with\(\) panicked/);
  });

  test('a class whose ABI cannot be read does no harm', async () => {
    await using own = await Sandbox.create({ seed: 7, accounts: 1 });
    const { readFileSync } = await import('node:fs');
    await own
      .declare({ ...JSON.parse(readFileSync(LEDGER, 'utf8')), abi: '[{"type":"function"}]' })
      .catch(() => undefined);
    await own.declare(EXERCISER);
    expect(await dataOf(own, 'panic_with')).toMatch(/ has no function panic_with\. /);
  });
});

describe('a sender that is not an account', () => {
  const WORDS =
    /ERC20 at 0x4718\S+ is not an account: it has no function __validate__, so it cannot send transactions\./;
  const from = () => ({ address: box.strk.address, privateKey: '0x5' }) as const;
  const call = () => ({ to: box.strk.address, entryPoint: 'transfer', calldata: ['0x1', 1, 0] });

  test('is told so before it is told that it cannot pay', async () => {
    const invoke_transaction = {
      type: 'INVOKE',
      version: '0x3',
      sender_address: box.strk.address,
      calldata: [],
      signature: [],
      nonce: '0x0',
      resource_bounds: {
        l1_gas: { max_amount: '0x1000', max_price_per_unit: '0x174876e800' },
        l1_data_gas: { max_amount: '0x1000', max_price_per_unit: '0x174876e800' },
        l2_gas: { max_amount: '0x5f5e100', max_price_per_unit: '0x174876e800' },
      },
      tip: '0x0',
      paymaster_data: [],
      account_deployment_data: [],
      nonce_data_availability_mode: 'L1',
      fee_data_availability_mode: 'L1',
    } as const;
    const sending = box.clone().request('starknet_addInvokeTransaction', { invoke_transaction });
    const { code, data } = await failureOf(sending);
    expect(code).toBe(54);
    expect(data).toMatch(WORDS);
  });

  test('is told so when it sends', async () => {
    await box.mint(box.strk.address, 10n ** 20n);
    const error = await failureOf(box.execute(call(), { from: from() }));
    expect(error.code).toBe(55);
    expect(error.message).toMatch(WORDS);
    expect(error.data).toMatch(WORDS);
  });
});
