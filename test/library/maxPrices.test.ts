import { expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';

test('at the largest price that a chain can have, a transaction fails for lack of money, not because of its form', async () => {
  const box = await Sandbox.create({ seed: 0, accounts: 1 });
  await box.setGasPrices({ l2GasPriceFri: 2n ** 128n - 1n, mine: true });
  const sent = box.strk.write.transfer('0x64', 1n);
  await expect(sent).rejects.toMatchObject({ code: 54 });
  box.close();
});
