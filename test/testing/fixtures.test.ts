import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../src/index.ts';
import { between, fuzz, oneOf, useSandbox, withSandbox } from '../../src/testing/index.ts';
import { sandboxTest, type ValuesOf } from '../../src/testing/vitest.ts';

const hooks = { beforeAll, afterEach, afterAll };

describe('useSandbox', () => {
  let setups = 0;
  const sandbox = useSandbox({
    seed: 7,
    hooks,
    setup: async (box) => {
      setups++;
      await box.mint('0x99', 5n);
      return { receiver: '0x99' };
    },
  });
  const seen: Sandbox[] = [];

  test.for([1, 2])('gives test %i a clone of the prepared chain', async () => {
    const { box, values } = sandbox;
    expect(sandbox.box).toBe(box);
    for (const other of seen) expect(other).not.toBe(box);
    seen.push(box);
    expect(await box.balanceOf(values.receiver)).toBe(5n);
    await box.mint(values.receiver, 1n);
    expect(setups).toBe(1);
  });

  test('closes the clones of earlier tests', () => {
    for (const box of seen) expect(() => box.snapshot()).toThrow('This sandbox is closed');
  });
});

describe('useSandbox that restores', () => {
  const sandbox = useSandbox({ seed: 7, hooks, isolation: 'restore', setup: (box) => box.mint('0x99', 5n) });
  let box: Sandbox;
  beforeAll(() => {
    box = sandbox.box;
  });

  test.for([1, 2])('gives test %i the same sandbox as it was', async () => {
    expect(sandbox.box).toBe(box);
    expect(await box.balanceOf('0x99')).toBe(5n);
    await box.mint('0x99', 1n);
  });
});

describe('useSandbox without what it needs', () => {
  test('says how to pass the hooks', () => {
    expect(() => useSandbox()).toThrow('useSandbox({ hooks: { beforeAll, afterEach, afterAll } })');
  });

  test('takes the names of node:test, and says when it is used too early', () => {
    const hook = () => {};
    const sandbox = useSandbox({ hooks: { before: hook, afterEach: hook, after: hook } });
    expect(() => sandbox.box).toThrow('use it inside of tests and hooks');
    expect(() => useSandbox({ hooks, isolation: 'none' as 'clone' })).toThrow("isolation must be 'clone' or 'restore'");
  });
});

describe('withSandbox', () => {
  test('prepares a chain once for the same options, and gives each test a clone', async () => {
    let setups = 0;
    const options = {
      seed: 7,
      setup: async (box: Sandbox) => {
        setups++;
        return (await box.mint('0x99', 5n)).newBalance;
      },
    };
    const run = withSandbox(options, async (box, context: string, values) => {
      expect(context).toBe('context');
      expect(values).toBe(5n);
      expect((await box.mint('0x99', 1n)).newBalance).toBe(6n);
    });
    await run('context');
    await run('context');
    expect(setups).toBe(1);
    await withSandbox(async (box) => expect(await box.request('starknet_blockNumber')).toBe(0))(undefined);
  });

  test('makes functions that take no callback, which jest and mocha would wait for', () => {
    expect(withSandbox(async () => {})).toHaveLength(0);
  });

  test('fails with the test, and leaves no timers behind', async () => {
    let used: Sandbox | undefined;
    const options = { blockGenerationOn: 1 } as const;
    const run = withSandbox(options, async (box) => {
      used = box;
      throw new Error('the test failed');
    });
    await expect(run(undefined)).rejects.toThrow('the test failed');
    expect(() => used!.snapshot()).toThrow('This sandbox is closed');
  });
});

const boxTest = sandboxTest({ seed: 7, setup: async (box) => (await box.mint('0x99', 5n)).newBalance });
/** A function that takes the values of a test function; one of another type is refused. */
const withoutOne = (values: ValuesOf<typeof boxTest>): bigint => values - 1n;
// @ts-expect-error: the values are no text.
const withoutLetter = (values: ValuesOf<typeof boxTest>): string => values.slice(1);
void withoutLetter;

describe.concurrent('sandboxTest', () => {
  boxTest.for([1, 2, 3])('gives concurrent test %i a clone of its own', async (_, { box, values, expect }) => {
    expect(values).toBe(5n);
    expect(withoutOne(values)).toBe(4n);
    expect((await box.mint('0x99', 1n)).newBalance).toBe(6n);
  });
});

const withContract = sandboxTest({
  seed: 7,
  setup: async (box) => ({ inner: [box.strk], strk: box.strk, plain: { receiver: '0x99' }, prepared: box }),
});

describe.sequential('contracts that setup returned', () => {
  withContract.for([1, 2])('belong to the sandbox of test %i', async (_, { box, values, expect }) => {
    for (const strk of [values.strk, values.inner[0]!]) {
      const before = await box.balanceOf('0x99');
      await strk.write.transfer('0x99', 5n);
      expect(await box.balanceOf('0x99')).toBe(before + 5n);
    }
    expect(await values.strk.read.balanceOf('0x99')).toBe(10n);
    expect(values.plain).toEqual({ receiver: '0x99' });
  });

  withContract('and are contracts for invariants, as box.deploy returns them', async ({ box, values, expect }) => {
    const { strk } = values;
    const args = { recipient: oneOf('0x99'), amount: between(1n, 5n) };
    const check = async () => (await strk.read.balanceOf('0x99')) === 0n;
    const report = await fuzz('transfers stay there', strk.write.transfer, {
      box,
      contracts: { strk },
      args,
      runs: 2,
      check,
    });
    expect(report.calls).toBe(2);
  });

  withContract('and what is left of the sandbox of setup says what to use', async ({ values, expect }) => {
    const { prepared } = values;
    await expect(prepared.mint('0x99', 1n)).rejects.toThrow('This is the sandbox of `setup`');
    await expect(prepared.strk.write.transfer('0x99', 1n)).rejects.toThrow(
      'box.contract(contract.abi, contract.address)',
    );
  });

  const sandbox = useSandbox({ seed: 7, hooks, setup: async (box) => ({ strk: box.strk }) });
  test.for([1, 2])('also with useSandbox, in test %i', async () => {
    await sandbox.values.strk.write.transfer('0x99', 5n);
    expect(await sandbox.box.balanceOf('0x99')).toBe(5n);
  });

  test('also with withSandbox', async () => {
    const run = withSandbox({ seed: 7, setup: async (box: Sandbox) => box.strk }, async (box, _, strk) => {
      await strk.write.transfer('0x99', 5n);
      expect(await box.balanceOf('0x99')).toBe(5n);
    });
    await run(undefined);
    await run(undefined);
  });
});

const withAddresses = sandboxTest({
  seed: 7,
  setup: async (box) => {
    await box.mint('0x99', 5n);
    return { treasury: '0x99', others: ['0x98', '0x97'] };
  },
});

describe('addresses that setup returned as plain text', () => {
  withAddresses('are arguments of typed contracts, without `as const`', async ({ box, values, expect }) => {
    await box.strk.write.transfer(values.treasury, 1n);
    for (const other of values.others) await box.strk.write.transfer(other, 2n);
    expect(await Promise.all([values.treasury, ...values.others].map((to) => box.balanceOf(to)))).toEqual([6n, 2n, 2n]);
    // @ts-expect-error: the setup returned no such value.
    expect(values.bank).toBeUndefined();
  });

  const sandbox = useSandbox({ seed: 7, hooks, setup: () => ({ treasury: '0x99' }) });
  test('also with useSandbox', async () => {
    await sandbox.box.strk.write.transfer(sandbox.values.treasury, 1n);
    expect(await sandbox.box.balanceOf('0x99')).toBe(1n);
  });

  test('also with withSandbox', () =>
    withSandbox({ seed: 7, setup: async () => '0x99' }, async (box, _, treasury) => {
      await box.strk.write.transfer(treasury, 1n);
      expect(await box.balanceOf('0x99')).toBe(1n);
    })(undefined));
});
