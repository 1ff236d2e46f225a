import { readFileSync } from 'node:fs';
import type { Target } from './target.ts';

/** Where `deployGreedy` puts the contract. */
export const ADDRESS = '0xbad';

/** Puts the contract of contracts/src/greedy.cairo on the chain, as anybody can. */
export async function deployGreedy(target: Target): Promise<void> {
  const { abi, ...parts } = JSON.parse(readFileSync('contracts/classes/greedy.sierra.json', 'utf8'));
  const contract_class = { ...parts, abi: JSON.stringify(abi) };
  const { classes } = await target.call<{ classes: { class_hash: string }[] }>('devnet_applyStateDiff', {
    state_diff: {},
    classes: [{ contract_class }],
  });
  const [{ class_hash }] = classes as [{ class_hash: string }];
  await target.call('devnet_applyStateDiff', {
    state_diff: { deployed_contracts: [{ address: ADDRESS, class_hash }] },
  });
  await target.call('devnet_createBlock');
}
