// Mistakes of users: each is told in the words of TypeScript, with the class, the place and the way out.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  AbiError,
  Sandbox,
  SandboxError,
  SandboxOptionError,
  StateFileError,
  TransactionRevertedError,
} from '../../src/index.ts';

let box: Sandbox;
beforeAll(async () => {
  box = await Sandbox.create({ seed: 7, accounts: 2, startTime: 1000 });
  await box.blocks.mine(3);
});
afterAll(() => box.close());

const failureOf = async (run: () => unknown): Promise<Error> => {
  try {
    await run();
  } catch (error) {
    return error as Error;
  }
  return expect.unreachable('it succeeded');
};

/** A promise where a value belongs. */
const late = <T>(): T => Promise.resolve('0x1') as never;
const circle: { self?: unknown } = {};
circle.self = [{ again: circle }];

type Mistake = readonly [run: () => unknown, kind: new (...args: never[]) => Error, message: RegExp];

const mistakes: Readonly<Record<string, Mistake>> = {
  'a promise as an argument': [
    () => box.strk.write.transfer(late(), 5n),
    AbiError,
    /argument `recipient`: expected ContractAddress .*, got a Promise: is an `await` missing\?$/,
  ],
  'a promise in a struct or list of arguments': [
    () => box.execute({ to: box.strk, entryPoint: 'transfer', calldata: [late()] }),
    TypeError,
    /calldata\[0\] must be .*, not a Promise: is an `await` missing\?$/,
  ],
  'a promise as an address': [
    () => box.mint(late(), 5n),
    TypeError,
    /^address must be .*, not a Promise: is an `await`/,
  ],
  'a promise as an account': [
    () => box.strk.write.transfer('0x1', 5n, { from: late() }),
    TypeError,
    /^from must be .*, not a Promise: is an `await` missing\?$/,
  ],
  'a mark of another sandbox': [
    () => box.restore(box.clone().snapshot()),
    TypeError,
    /^This mark is not from this sandbox/,
  ],
  'a promise as a class': [() => box.deploy(late<object>()), TypeError, /^the class must be .*, not a Promise: is an/],
  'a promise as a call': [() => box.call(late()), TypeError, /^call must be .*, not a Promise: is an `await` missing/],
  'a promise as options': [
    () => box.strk.write.transfer('0x1', 5n, late()),
    TypeError,
    /^options must be .*, not a Promise: is an `await` missing/,
  ],
  'a promise as arguments of a constructor': [
    () => box.deploy(erc20, late<readonly unknown[]>()),
    AbiError,
    /got a Promise: is an `await` missing\?$/,
  ],
  'a balance of a contract that is no token': [
    () => box.deal(box.accounts[0], '0x1', 5n),
    SandboxError,
    /The balance of 0x1 could not be read from the contract 0x\w+\. Is it an ERC-20 token\? Its function balance_of failed: ENTRYPOINT_NOT_FOUND/,
  ],
  'a seed that is no number': [
    () => Sandbox.create({ seed: 'abc' as never }),
    SandboxOptionError,
    /^invalid value 'abc' for 'seed': expected a whole number from 0 to 4294967295$/,
  ],
  'a negative number of accounts': [
    () => Sandbox.create({ accounts: -1 }),
    SandboxOptionError,
    /^invalid value '-1' for 'accounts': expected a whole number from 0 to 255$/,
  ],
  'a mode of blocks that does not exist': [
    () => Sandbox.create({ blockGenerationOn: 'foo' as never }),
    SandboxOptionError,
    /^invalid value 'foo' for 'blockGenerationOn': expected 'transaction', 'demand', 'mempool', a number of seconds from 1 to/,
  ],
  'an old block without the archive': [
    () => box.getNonce(box.accounts[0], { block: 1 }),
    SandboxError,
    /No state at block 1; consider running with stateArchiveCapacity: 'full'$/,
  ],
  'a class that is not declared': [
    () => box.deploy('0x1234567', []),
    SandboxError,
    /^box\.deploy: No class is declared with the hash 0x1234567: declare it first/,
  ],
  'a state file that does not exist': [
    () => Sandbox.create({ state: 'nope.starbox' }),
    StateFileError,
    /^The state file nope\.starbox cannot be read: ENOENT/,
  ],
  'a time before the latest block': [
    () => box.time.set(5),
    RangeError,
    /^time must not go back: 5 is before the latest block \(\d+\)\. .*startTime.*allowPast: true/,
  ],
  'a function without a similar name': [
    () => (box.strk.read as unknown as Record<string, () => unknown>)['foo']!(),
    AbiError,
    /^The ABI has no function foo\. It has name, symbol, decimals, total_supply, /,
  ],
  'an event without a similar name': [
    () => (box.strk.events as unknown as Record<string, () => unknown>)['Zzz']!(),
    AbiError,
    /^The ABI has no event Zzz\. It has Transfer, Approval\.$/,
  ],
  'parameters that contain themselves': [
    () => box.request<unknown>('starknet_getNonce', circle),
    TypeError,
    /^starknet_getNonce: params\.self\[0\]\.again contains itself, so it cannot be written as JSON\.$/,
  ],
  'a misspelt option': [
    () => box.strk.write.transfer('0x1', 5n, { form: '0x1' } as never),
    TypeError,
    /^There is no option 'form'\. Did you mean from\?$/,
  ],
  'a value that is nested deep': [
    () => box.strk.write.transfer({ address: 'bob' }, 5n),
    AbiError,
    /argument `recipient`: expected ContractAddress/,
  ],
};
const erc20 = new URL('../../contracts/classes/erc20.sierra.json', import.meta.url);

describe('the error for', () => {
  test.each(Object.keys(mistakes))('%s says what is wrong, and begins in the file of its user', async (name) => {
    const [run, kind, message] = mistakes[name]!;
    const error = await failureOf(run);
    expect(error.message).toMatch(message);
    expect(error).toBeInstanceOf(kind);
    expect(/^ {4}at .*$/m.exec(error.stack!)?.[0]).toContain('mistakes.test.ts');
  });
});

test('the time goes back if the user says so', async () => {
  const copy = box.clone();
  await copy.time.set(5, { allowPast: true });
  expect(await copy.time.now()).toBe(5n);
  await copy.close();
});

test('a revert says its reason once', async () => {
  const error = await failureOf(() => box.strk.write.transfer('0x1', 10n ** 40n));
  expect(error).toBeInstanceOf(TransactionRevertedError);
  const [head, panic] = error.message.split('\n\n');
  expect(head).toMatch(/: The transaction was reverted: ERC20: insufficient balance$/);
  expect(panic).not.toContain('insufficient balance');
  expect(panic).toMatch(/^It panicked in .*transfer/);
  expect((error as SandboxError).explanation).toContain('insufficient balance');
});

test('a call of a contract that does not exist says its reason once', async () => {
  const nothing = await failureOf(() => box.execute({ to: '0x123', entryPoint: 'transfer', calldata: [] }));
  const [said, place] = nothing.message.split('\n\n');
  expect(said).toMatch(/: Requested contract address 0x0+123 is not deployed$/);
  expect(place).toMatch(/^It was called by Account\.__execute__ at /);
});

test('a revert keeps what its explanation adds to the reason', async () => {
  const to = box.strk.address;
  const missing = await failureOf(() => box.execute({ to, entryPoint: 'transfr', calldata: [] }));
  expect(missing.message).toContain('has no function transfr. Did you mean transfer?');
  const request = await failureOf(() => box.call({ to, entryPoint: 'transfr', calldata: [] }));
  expect(request.message).toContain('Did you mean transfer?');
});

test('contracts can be compared and printed by test runners', () => {
  expect(box.strk.read).not.toEqual({});
  expect(JSON.stringify(box.strk.write)).toBe('{}');
});
