import type { CallComparison } from '../../library/index.ts';
import { checkOptions } from '../../library/options/checkOptions.ts';
import type { UpgradeCheckOptions } from './options.ts';
import type { InvariantReport } from './report.ts';

const OPTIONS: readonly (keyof UpgradeCheckOptions)[] = [
  'box',
  'contract',
  'to',
  'calls',
  'gas',
  'actors',
  'args',
  'seed',
  'runs',
  'depth',
  'progress',
  'report',
  'sequence',
];

/**
 * Compares a contract with what it would be after an upgrade: with the same storage, the old and the new class get the same calls, and what they
 * return, emit and answer to questions must be the same. The shortest sequence that shows a difference is thrown.
 *
 * @throws InvariantError with the shortest sequence of drawn calls, SandboxAssertionError if given calls, or the state itself, differ.
 * @example
 * await upgradeCheck({ box, contract: token, to: 'target/dev/token.contract_class.json', runs: 5 });
 */
export async function upgradeCheck(options: UpgradeCheckOptions): Promise<InvariantReport | CallComparison> {
  checkOptions(options, OPTIONS, '{ box, contract, to }');
  const { compareClasses } = await import('./compareClasses.ts');
  return compareClasses(options);
}
