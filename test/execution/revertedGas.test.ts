import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Sandbox } from '../../src/index.ts';

const UDC = '0x2ceed65a4bd731034c01113685c831b01c15d7d432f71afb1cf1634b53a2125';

test('a reverted deployment pays for the system calls it made, as docs/migrating.md says', async () => {
  const box = await Sandbox.create({ seed: 0, accounts: 1 });
  const call = { to: UDC, entryPoint: 'deploy_contract', calldata: ['0x123', '0x1', '0x0', '0x0'] };
  const { receipt } = await box.execute(call, { allowRevert: true });
  const guide = readFileSync(new URL('../../docs/migrating.md', import.meta.url), 'utf8');
  const [, told] = /a deployment of a class that is not declared costs ([\d,]+) L2 gas/.exec(guide)!;
  const l2_gas = Number(told!.replaceAll(',', ''));
  expect(receipt).toMatchObject({ execution_status: 'REVERTED', execution_resources: { l2_gas } });
  await box.close();
});
