// An error that a test does not catch must name the line of the test and the line of Cairo.
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Abi, type DeployedContract, Sandbox, SandboxClosedError, type SandboxError } from '../../src/index.ts';
import { account } from '../../src/starknet/index.ts';
import { FailuresProject, wayData } from '../support/failures.ts';

const project = new FailuresProject();
afterAll(() => project.remove());

let box: Sandbox;
let vault: DeployedContract<Abi>;
beforeAll(async () => {
  box = await Sandbox.create({ seed: 7, accounts: 2 });
  vault = await box.deploy(project.classFile('Vault'));
  await box.execute({ to: vault.address, entryPoint: 'fail', calldata: wayData('none') });
});
afterAll(() => box.close());

const failing = () => ({ to: vault.address, entryPoint: 'fail', calldata: wayData('assert') });

const failureOf = async (promise: Promise<unknown>): Promise<SandboxError> =>
  promise.then(
    () => expect.unreachable('it succeeded'),
    (error: unknown) => error as SandboxError,
  );

/** The first frame of a stack. */
const firstFrame = (error: Error): string => /^ {4}at .*$/m.exec(error.stack ?? '')?.[0] ?? '';
const lineIn = (error: Error): number => Number(/errorPlaces\.test\.ts:(\d+):/.exec(firstFrame(error))?.[1]);

describe('the stack of an error begins at the line that used the sandbox', () => {
  const uses: Readonly<Record<string, () => Promise<unknown>>> = {
    'box.execute': async () => await box.execute(failing()),
    'contract.write': async () => await box.strk.write.transfer('0x1', 10n ** 40n),
    'contract.simulate': async () => await box.strk.simulate.transfer('0x1', 10n ** 40n),
    'contract.estimate': async () => await box.strk.estimate.transfer('0x1', 10n ** 40n),
    'box.estimate': async () => await box.estimate(box.strk.populate.transfer('0x1', 10n ** 40n)),
    'bounds that are too low': async () => await box.strk.write.transfer('0x1', 1n, { resourceBounds: { l2Gas: 1 } }),
    'bounds that are none': async () => await box.strk.write.transfer('0x1', 1n, { resourceBounds: { l2Gas: -1 } }),
    'contract.read': async () => await box.contract(box.strk.abi, '0x1234').read.balanceOf('0x1'),
    'box.call': async () => await box.call(failing()),
    'box.request': async () => await box.request('starknet_getNonce', { block_id: 'latest', contract_address: '0x5' }),
    'box.deploy': async () => await box.deploy(vault.classHash, [], { nonce: 99n }),
    'box.mint': async () => await box.mint(0n, 5n),
    'box.l1': async () => await box.l1.flush(),
    'a transaction with a wrong nonce': async () => await box.execute(failing(), { nonce: 99n }),
    'a missing class file': async () => await box.declare('nowhere.json'),
  };
  test.each(Object.keys(uses))('%s', async (name) => {
    const error = await failureOf(uses[name]!());
    expect(firstFrame(error)).toContain('errorPlaces.test.ts');
    expect(error.stack!.startsWith(`${error.name}: ${error.message}\n    at `)).toBe(true);
  });

  test('of several transactions, also if nobody awaits them in their order', async () => {
    const line = lineIn(new Error());
    const first = box.execute(failing());
    const second = box.strk.write.transfer('0x1', 10n ** 40n);
    const [one, two] = await Promise.allSettled([first, second]);
    const lines = [one, two].map((each) => lineIn((each as PromiseRejectedResult).reason));
    expect(lines).toEqual([line + 1, line + 2]);
  });
});

describe('the message of an error has the reason, the line of Cairo and the calls', () => {
  const place = () => project.marks().get('FAIL: assert')!;

  test.each(['execute', 'call'] as const)('of box.%s', async (name) => {
    const { message, explanation, reason } = await failureOf(box[name](failing()));
    expect(reason).toBe('Vault: closed');
    expect(message.split('\n')[0]).toMatch(/: Vault: closed$/);
    expect(message).toContain(place());
    expect(message).toContain("Vault.fail(way: Assert) panicked: 'Vault: closed'");
    expect(message).not.toContain('Storage changes');
    expect(explanation).toContain(place());
  });

  test('and is printed once', async () => {
    const printed = inspect(await failureOf(box.execute(failing())));
    expect(printed.split(place()).length).toBe(2);
    expect(printed).toContain('errorPlaces.test.ts');
  });

  test('of an account of starbox/starknet', async () => {
    const alice = account(box, 1);
    const call = { contractAddress: vault.address, entrypoint: 'fail', calldata: wayData('assert') };
    const error = await failureOf(alice.execute(call));
    expect(error.message.split('\n')[0]).toBe('RPC: starknet_estimateFee: Transaction execution error: Vault: closed');
    expect(error.message).toContain(place());
    expect(error.message).not.toContain('\\n');
    expect(error).toMatchObject({ name: 'RpcError', code: 41, baseError: { code: 41 } });
    expect(inspect(error).split(place()).length).toBe(2);
  });
});

test('a request that is running when the sandbox is closed says that an await may be missing', async () => {
  const copy = box.clone();
  const running = [copy.mint('0x77', 5n), copy.execute(failing())].map(failureOf);
  await copy.close();
  for (const error of await Promise.all(running)) {
    expect(error).toBeInstanceOf(SandboxClosedError);
    expect(error.message).toContain('`await`');
    expect(firstFrame(error)).toContain('errorPlaces.test.ts');
  }
});
