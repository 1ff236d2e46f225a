import { inspect } from 'node:util';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MachineExecutor } from '../../src/chain/run/machineExecutor.ts';
import { ArtifactStore } from '../../src/classes/artifactStore.ts';
import { Sandbox, type SandboxError, type TransactionRevertedError } from '../../src/index.ts';
import { assertReverts } from '../../src/testing/assertions.ts';
import { matchers } from '../../src/testing/matchers.ts';
import { trackSandbox } from '../../src/testing/trackedBoxes.ts';

expect.extend(matchers);

let box: Sandbox;
beforeAll(async () => {
  box = await Sandbox.create({ seed: 7, accounts: 2 });
  trackSandbox(box);
});

const explained = vi.spyOn(MachineExecutor.prototype, 'runNow');
const asked = vi.spyOn(Sandbox.prototype, 'explain');
beforeEach(() => void vi.clearAllMocks());
/** How often a transaction was explained. */
const times = () => explained.mock.calls.length + asked.mock.calls.length;

const REASON = 'ERC20: insufficient balance';
const TREE = /panicked: 'ERC20: insufficient balance'.*\n└─ ERC20\.transfer\(/;
const tooMuch = (on = box) => on.strk.write.transfer('0x99', 10n ** 30n);
const revertOn = (on = box): Promise<TransactionRevertedError> =>
  tooMuch(on).then(
    () => expect.fail(),
    (error) => error,
  );

describe('a revert', () => {
  test('is explained once, when its message is read', async () => {
    const error = await revertOn();
    expect([error.reason, error.code, error.receipt.execution_status]).toEqual([REASON, 41, 'REVERTED']);
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ reason: REASON });
    expect(times()).toBe(0);
    expect(error.message).toMatch(TREE);
    expect(error.stack).toContain(error.message);
    expect(error.explanation).toBe(await box.explain(error.transactionHash));
    expect(explained).toHaveBeenCalledOnce();
  });

  test.each<[string, (error: TransactionRevertedError) => string | undefined]>([
    ['its stack', ({ stack }) => stack],
    ['its text', String],
    ['what consoles print', (error) => inspect(error)],
    ['its explanation', ({ explanation }) => explanation],
  ])('is explained in %s', async (_, read) => {
    expect(read(await revertOn())).toMatch(TREE);
  });

  test('is explained as it was, whatever became of its chain', async () => {
    const copy = box.clone();
    const before = copy.snapshot();
    const error = await revertOn(copy);
    copy.restore(before);
    await copy.mint(copy.accounts[0].address, 10n ** 30n, 'FRI');
    await copy.close();
    expect(error.message).toMatch(TREE);
  });

  test('of our own classes hashes no files of the project', async () => {
    const looked = vi.spyOn(ArtifactStore.prototype, 'find');
    await using own = await Sandbox.create({ seed: 7, artifacts: ['contracts/debugging/classes'] });
    expect((await revertOn(own)).message).toMatch(TREE);
    expect(looked.mock.calls).toEqual([[[]]]);
  });

  test('keeps a message that it is given', async () => {
    const error = await revertOn();
    error.message = 'another one';
    error.stack = 'nowhere';
    expect([error.message, error.stack, times()]).toEqual(['another one', 'nowhere', 0]);
  });

  test('on a fork is explained with what the execution fetched', async () => {
    await using fork = await Sandbox.forkFrom(box);
    const error = await revertOn(fork);
    const requests = vi.spyOn(box, 'fetch');
    expect(explained).not.toHaveBeenCalled();
    expect(error.message).toMatch(TREE);
    expect(requests).not.toHaveBeenCalled();
  });

  test('on a fork says how to fetch what is not in memory', async () => {
    await using fork = await Sandbox.forkFrom(box);
    const error = await revertOn(fork);
    explained.mockImplementationOnce(() => {
      throw new Error('a value of the origin');
    });
    expect(error.message).toContain(`await box.explain('${error.transactionHash}')`);
  });
});

describe.each<[string, (on: Sandbox) => Promise<unknown>]>([
  ['call', (on) => on.call({ to: on.strk, entryPoint: 'transfer', calldata: ['0x99', 1n, 0n] })],
  ['estimate', (on) => on.strk.estimate.transfer('0x99', 10n ** 30n)],
])('a failed %s', (_, run) => {
  test.each<[string, (on: Sandbox) => Promise<Sandbox>]>([
    ['a chain', async (on) => on.clone()],
    ['a fork', (on) => Sandbox.forkFrom(on)],
  ])('on %s is explained once, when its message or data is read', async (_, start) => {
    await using own = await start(box);
    const error = await run(own).then(
      () => expect.fail(),
      (error: SandboxError) => error,
    );
    expect(error.reason).toMatch(/^ERC20: /);
    expect(Object.keys(error.data as object)).toContain('explanation');
    expect(times()).toBe(0);
    expect(error.message).toMatch(/ERC20\.transfer\(.*panicked/);
    expect((error.data as { explanation: string }).explanation).toBe(error.explanation);
    expect(explained).toHaveBeenCalledOnce();
  });
});

describe('an assertion about a reason', () => {
  test('explains nothing if it passes', async () => {
    await expect(tooMuch()).toRevertWith(REASON);
    await expect(tooMuch).toRevertWith(/insufficient/);
    await assertReverts(tooMuch());
    const sent = box.strk.write.transfer('0x99', 10n ** 30n, { allowRevert: true });
    await expect(sent).toRevertWith(REASON);
    await expect(box.strk.estimate.transfer('0x99', 10n ** 30n)).toRevertWith(REASON);
    expect(times()).toBe(0);
  });

  test('explains what it got if it fails', async () => {
    await expect(expect(tooMuch()).toRevertWith('Not the owner')).rejects.toThrow(TREE);
    await expect(expect(tooMuch()).not.toRevertWith(REASON)).rejects.toThrow(TREE);
    await expect(assertReverts(tooMuch(), 'Not the owner')).rejects.toThrow(TREE);
  });
});
