// A test that forgets an `await` must fail itself, not the next one.
import { describe, expect, test } from 'vitest';
import { SandboxBusyError } from '../../src/index.ts';
import { useSandbox } from '../../src/testing/index.ts';

type Hook = () => Promise<void>;

/** A fixture whose hooks are called here, as a test runner would. */
async function restoring() {
  const run: Record<string, Hook> = {};
  const hook = (name: string) => (given: Hook) => void (run[name] = given);
  const hooks = { beforeAll: hook('before'), afterEach: hook('afterEach'), afterAll: hook('after') };
  const sandbox = useSandbox({ seed: 7, accounts: 2, isolation: 'restore', hooks });
  await run['before']!();
  return { sandbox, endTest: run['afterEach']!, end: run['after']! };
}

describe('useSandbox that restores', () => {
  test('fails the test that did not await a write, and the next one does not see it', async () => {
    const { sandbox, endTest, end } = await restoring();
    void sandbox.box.strk.write.transfer('0x99', 5n);
    const error = await endTest().then(
      () => expect.unreachable(),
      (reason: Error) => reason,
    );
    expect(error).toBeInstanceOf(SandboxBusyError);
    expect(error.message).toMatch(/`transfer` of the contract 0x4718\w+ .*unawaited\.test\.ts.* Is an `await` missing/);
    expect(error.stack).toMatch(/\n {4}at .*unawaited\.test\.ts/);
    expect(await sandbox.box.balanceOf('0x99')).toBe(0n);
    await sandbox.box.strk.write.transfer('0x99', 5n);
    await endTest();
    expect(await sandbox.box.balanceOf('0x99')).toBe(0n);
    await end();
  });

  test('waits for what goes on after the call that was not awaited', async () => {
    const { sandbox, endTest, end } = await restoring();
    const { box } = sandbox;
    let steps = 0;
    void (async () => {
      for (; steps < 3; steps++) await box.mint('0x99', 5n);
    })();
    await expect(endTest()).rejects.toThrow('devnet_mint');
    expect(steps).toBe(3);
    expect(await box.balanceOf('0x99')).toBe(0n);
    await end();
  });
});
