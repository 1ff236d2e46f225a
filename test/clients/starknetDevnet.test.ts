import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Devnet } from 'starknet-devnet';
import { afterAll, test as anyTest, beforeAll, describe, expect } from 'vitest';
import { isBuilt } from '../support/build.ts';
import { cli } from '../support/server.ts';
import { skipUnless } from '../support/skipUnless.ts';

const test = anyTest.runIf(isBuilt);

// The wrapper starts a command named starknet-devnet, which is our second bin. Windows would need a .cmd file for it.
describe.runIf(skipUnless(process.platform !== 'win32', 'this system is Windows'))(
  'the npm wrapper starknet-devnet',
  () => {
    const bin = mkdtempSync(join(tmpdir(), 'starbox-bin-'));
    const path = process.env['PATH'];
    let devnet: Devnet;

    beforeAll(async () => {
      const command = join(bin, 'starknet-devnet');
      writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`);
      chmodSync(command, 0o755);
      process.env['PATH'] = `${bin}${delimiter}${path}`;
      devnet = await Devnet.spawnInstalled({
        args: ['--state-archive-capacity', 'full', '--dump-on', 'request', '--quiet'],
      });
    });
    afterAll(() => {
      devnet?.kill();
      process.env['PATH'] = path;
      rmSync(bin, { recursive: true });
    });

    test('starts the sandbox and sees that it is alive', async () => {
      expect(await devnet.provider.isAlive()).toBe(true);
    });

    test('mints amounts above the safe integers of JSON', async () => {
      const amount = 2n ** 70n + 1n;
      const { new_balance, unit } = await devnet.provider.mint('0x77', amount, 'WEI');
      expect(BigInt(new_balance)).toBe(amount);
      expect(unit).toBe('WEI');
    });

    test('controls blocks, time and prices', async () => {
      const { provider } = devnet;
      const { block_hash } = await provider.createBlock();
      expect(await provider.abortBlocks(block_hash)).toEqual({ aborted: [block_hash] });
      const set = await provider.setTime(2_000_000_000, { generateBlock: true });
      expect(set).toMatchObject({ block_timestamp: 2_000_000_000 });
      expect(await provider.increaseTime(10)).toMatchObject({ timestamp_increased_by: 10 });
      await provider.setGasPrice({ l1GasPrice: 10n ** 20n }, true);
    });

    test('lists accounts, shows the configuration and impersonates', async () => {
      const { provider } = devnet;
      const accounts = await provider.getPredeployedAccounts();
      expect(accounts).toHaveLength(10);
      await provider.cheats.impersonateAccount(accounts[0]!.address);
      await provider.cheats.stopImpersonateAccount(accounts[0]!.address);
      expect(await provider.getConfig()).toMatchObject({ total_accounts: 10 });
    });

    test('restarts', async () => {
      await devnet.provider.restart();
      expect(BigInt((await devnet.provider.mint('0x77', 1n, 'FRI')).new_balance)).toBe(1n);
    });
  },
);
