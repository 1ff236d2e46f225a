import { inspect } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { selectorOf } from '../../src/execution/hash/address.ts';
import { type Abi, type DeployedContract, Sandbox, SandboxError, TransactionRevertedError } from '../../src/index.ts';

const EXERCISER = new URL('../../contracts/classes/exerciser.sierra.json', import.meta.url);
const LONG_REASON = 'a reason that is longer than thirty-one characters: "quoted"';

let box: Sandbox;
let exerciser: DeployedContract<Abi>;
beforeAll(async () => {
  box = await Sandbox.create({ seed: 7, accounts: 2 });
  exerciser = await box.deploy(EXERCISER, [5]);
});

/** The error that something fails with. */
async function failureOf(promise: Promise<unknown>): Promise<SandboxError> {
  const error = await promise.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  expect(error).toBeInstanceOf(SandboxError);
  return error as SandboxError;
}

const call = (entryPoint: string, calldata: readonly (string | bigint | number)[] = []) =>
  failureOf(box.call({ to: exerciser.address, entryPoint, calldata }));
const execute = (entryPoint: string, calldata: readonly (string | bigint | number)[] = []) =>
  failureOf(box.execute({ to: exerciser.address, entryPoint, calldata }));

/** The calldata that makes the contract call itself, as often as given, and then panic with a text. */
function nested(depth: number, text: string): readonly (string | bigint | number)[] {
  const [, ...panic] = [0, ...(exerciser.populate['panic_text']!(text).calldata as string[])];
  let inner: readonly (string | bigint | number)[] = [
    exerciser.address,
    selectorOf('panic_text'),
    panic.length,
    ...panic,
  ];
  for (let i = 1; i < depth; i++) inner = [exerciser.address, selectorOf('call'), inner.length, ...inner];
  return inner;
}

describe('an error of the API names', () => {
  test('what was not found', async () => {
    expect(await failureOf(box.call({ to: '0x1234', entryPoint: 'get' }))).toMatchObject({
      code: 20,
      message: expect.stringMatching(/^starknet_call: Contract not found: .*0x1234/),
      reason: expect.stringContaining('0x1234'),
      explanation: undefined,
    });
    expect(await call('nope')).toMatchObject({
      code: 21,
      message: expect.stringMatching(/^starknet_call: Requested entrypoint does not exist in the contract: \S/),
    });
    expect((await failureOf(box.getNonce('0x1', { block: 99 }))).message).toBe(
      'starknet_getNonce: Block not found: {"block_number":99}',
    );
    expect((await failureOf(box.explain('0x1'))).message).toBe(
      'devnet_explainTransaction: Transaction hash not found: 0x1',
    );
    expect(
      (await failureOf(box.request('starknet_getClass', { block_id: 'latest', class_hash: '0x7' }))).message,
    ).toMatch(/^starknet_getClass: Class hash not found: .*0x7/);
  });

  test('the panic of a call, decoded', async () => {
    expect(await call('panic_with', [2, 0x4f5554n, 0x123n])).toMatchObject({
      code: 40,
      message: expect.stringMatching(/^starknet_call: Contract error: OUT, 0x123\n\nThe call failed: /),
      reason: 'OUT, 0x123',
    });
    expect((await call('panic_with', [2, 7, 7])).reason).toBe('0x7, 0x7');
    expect((await call('panic_with', [0])).reason).toBe('panicked without data');
    expect((await failureOf(exerciser.read['panic_text']!(LONG_REASON))).reason).toBe(LONG_REASON);
  });

  test('the panic of the innermost call, once', async () => {
    for (const depth of [1, 2, 4]) expect((await call('call', nested(depth, LONG_REASON))).reason).toBe(LONG_REASON);
    const panic = [exerciser.address, selectorOf('panic_with'), 2, 1, 0x4f5554n];
    expect((await call('call', panic)).reason).toBe('OUT');
  });

  test('why an estimate failed', async () => {
    const invoke = { to: exerciser.address, entryPoint: 'call', calldata: nested(2, LONG_REASON) };
    const { transactionHash } = await box.execute(invoke, { allowRevert: true });
    const sent = await box.request('starknet_getTransactionByHash', { transaction_hash: transactionHash });
    const nonce = `0x${(await box.getNonce(box.accounts[0]!.address)).toString(16)}`;
    const error = await failureOf(
      box.request<unknown>('starknet_estimateFee', {
        request: [{ ...sent, transaction_hash: undefined, nonce }],
        simulation_flags: ['SKIP_VALIDATE'],
        block_id: 'latest',
      }),
    );
    expect(error).toMatchObject({ code: 41, reason: LONG_REASON });
    expect(error.message.split('\n')[0]).toBe(`starknet_estimateFee: Transaction execution error: ${LONG_REASON}`);
  });

  test('why a validation failed', async () => {
    const [alice, bob] = box.accounts;
    const from = { address: alice!.address, privateKey: bob!.privateKey };
    expect(await failureOf(box.execute({ to: '0x1', entryPoint: 'x' }, { from }))).toMatchObject({
      code: 55,
      message: expect.stringMatching(
        /^starknet_addInvokeTransaction: Account validation failed: Account: invalid signature\n/,
      ),
      reason: 'Account: invalid signature',
    });
    const wrongNonce = await failureOf(box.execute({ to: '0x1', entryPoint: 'x' }, { nonce: 99n }));
    expect(wrongNonce).toMatchObject({ code: 52, reason: expect.stringMatching(/got: 99\.$/) });
  });

  test('a wrong parameter, and what is not possible', async () => {
    const wrong = await failureOf(box.request<unknown>('starknet_getNonce', { block_id: 'latest' }));
    expect(wrong).toMatchObject({ code: -32602, message: 'starknet_getNonce: missing field `contract_address`' });
    expect(await failureOf(box.blocks.abort(0))).toMatchObject({
      code: -1,
      reason: expect.stringContaining("stateArchiveCapacity: 'full'"),
    });
    const minted = await failureOf(box.mint(0n, 5n));
    expect(minted).toMatchObject({ code: -1, reason: 'ERC20: mint to 0' });
    expect(minted.data).toMatchObject({ tx_hash: expect.stringMatching(/^0x/) });
  });
});

describe('a reverted transaction', () => {
  test('throws the reason, the receipt and the explanation', async () => {
    const error = (await execute('panic_with', [1, 0x4f5554n])) as TransactionRevertedError;
    expect(error).toBeInstanceOf(TransactionRevertedError);
    expect(error.message.split('\n')[0]).toBe(
      `transaction ${error.transactionHash}: The transaction was reverted: OUT`,
    );
    expect(error).toMatchObject({ name: 'TransactionRevertedError', code: 41, reason: 'OUT' });
    expect(error.data).toEqual({ revert_reason: error.receipt.revert_reason });
    expect(error.explanation).toBe(await box.explain(error.transactionHash));
    expect(error.explanation).toContain('panic_with');
  });

  test('has the panic of the innermost call, of any call of several', async () => {
    for (const depth of [1, 2, 4]) expect((await execute('call', nested(depth, LONG_REASON))).reason).toBe(LONG_REASON);
    const { strk } = box;
    const calls = [strk.populate.transfer('0x1', 1n), strk.populate.transfer('0x1', 10n ** 40n)];
    expect((await failureOf(box.execute(calls))).reason).toBe('ERC20: insufficient balance');
    expect((await execute('nope')).reason).toBe('ENTRYPOINT_NOT_FOUND');
    expect((await failureOf(box.execute({ to: '0x1234', entryPoint: 'x' }))).reason).toMatch(/1234 is not deployed$/);
  });

  test('of a constructor has its reason', async () => {
    expect((await failureOf(box.deploy(EXERCISER, [BigInt('0x6661696c')]))).reason).toBe('constructor failed');
  });
});

test('a printed error shows the reason and the explanation, and not the whole answer', async () => {
  const error = (await execute('panic_with', [1, 0x4f5554n])) as TransactionRevertedError;
  const printed = inspect(error).replace(/^ {4}at .*$/gm, '');
  expect(printed).toContain("reason: 'OUT'");
  expect(printed.split('Exerciser.panic_with(').length).toBe(2);
  expect(printed).not.toContain('revert_reason');
  expect(printed.split('\n').length).toBeLessThan(25);
  expect(error.receipt.revert_reason).toContain('OUT');
});

test('no message is longer than a screen', async () => {
  const many = Array.from({ length: 500 }, (_, i) => i + 1000);
  for (const error of [
    await failureOf(exerciser.read['panic_text']!('x'.repeat(20_000))),
    await failureOf(exerciser.read['panic_text']!('line\n'.repeat(300))),
    await failureOf(exerciser.read['panic_with']!(many)),
    await execute('panic_with', [many.length, ...many]),
    await execute('call', nested(3, 'line\n'.repeat(100))),
  ]) {
    expect(error.message.length).toBeLessThan(2400);
    expect(error.message.split('\n').length).toBeLessThan(46);
    expect(error.message).toContain('…');
    expect(JSON.stringify(error.data).length).toBeGreaterThan(error.message.length / 2);
  }
});

test('an account that is not impersonated says how it can send', async () => {
  const copy = box.clone();
  const [alice] = copy.accounts;
  await copy.setClassHash('0x1234', await copy.getClassHash(alice));
  await copy.mint('0x1234', 10n ** 20n);
  const send = () => copy.strk.write.transfer('0x77', 5n, { from: '0x1234' });
  const { message, code } = await failureOf(send());
  expect(code).toBe(55);
  expect(message).toContain(
    "call box.impersonate('0x1234') before, or pass its key with from: { address, privateKey }.",
  );
  await copy.impersonate('0x1234');
  await send();
  await copy.close();
});

test('a sender that does not exist is named, also an impersonated one', async () => {
  const copy = box.clone();
  const send = () => copy.strk.write.transfer('0x77', 5n, { from: '0x1235' });
  const words =
    'from: There is no account at 0x1235. Only accounts that are deployed can send, also with impersonate; a contract can be made to see another caller with box.cheats.caller.';
  expect(await failureOf(send())).toMatchObject({ code: 20, message: words });
  await copy.impersonate('0x1235');
  expect((await failureOf(send())).message).toBe(words);
  await copy.close();
});

test('without an L1, its methods say how to connect one', async () => {
  expect((await failureOf(box.l1.flush())).message).toBe(
    "L1: No L1 is loaded. Call box.l1.connect('mock'), box.l1.connect('evm') or box.l1.connect(url) first, or start with l1: { url: 'mock' }.",
  );
  expect((await failureOf(box.l1.consume({ from: '0x1', to: '0x2', payload: [] }))).message).toBe(
    "L1: No mock L1 is loaded. Call box.l1.connect('mock'), or start with l1: { url: 'mock' }.",
  );
});

test('a message to a misspelt L1 handler is refused, and a flush says which handlers failed', async () => {
  const copy = box.clone();
  await copy.l1.connect('mock');
  const to = exerciser.address;
  const message = { from: '0x99', to, handler: 'on_mesage', payload: [5n] };
  const words = `The contract ${to} has no L1 handler on_mesage. Did you mean on_message?`;
  await expect(copy.l1.sendToL2(message)).rejects.toThrow(words);
  await expect(copy.l1.deliver(message)).rejects.toThrow(words);
  await copy.l1.sendToL2({ ...message, handler: 'on_message' });
  await copy.l1.sendToL2({ ...message, handler: 'on_message', payload: [BigInt('0x6661696c')] });
  const { generated_l2_transactions, reverted } = await copy.l1.flush();
  expect(reverted).toEqual([{ transactionHash: generated_l2_transactions[1], reason: 'message refused' }]);
  expect((await copy.l1.flush()).reverted).toEqual([]);
  await copy.close();
});
