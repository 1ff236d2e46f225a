import { checkOptions } from '../../library/options/checkOptions.ts';
import { COMMON_OPTIONS, type InvariantOptions } from './options.ts';
import type { InvariantReport } from './report.ts';
import type { NamedContracts } from './world.ts';

const OPTIONS: readonly (keyof InvariantOptions<NamedContracts, unknown>)[] = [
  ...COMMON_OPTIONS,
  'check',
  'checkAfter',
  'actions',
  'calls',
  'moves',
  'runs',
  'depth',
  'failOnRevert',
];

/**
 * Looks for a sequence of calls after which something does not hold: many actors call the functions of contracts with all kinds of arguments,
 * time passes, messages come from L1. The first sequence that breaks it is made as short and simple as possible and thrown.
 *
 * @throws InvariantError with the shortest sequence, what it did, and a test that repeats it.
 * @throws Error if nothing could be called.
 * @example
 * await invariant('supply is constant', {
 *   box,
 *   contracts: { strk: box.strk },
 *   calls: ['strk.transfer', 'strk.approve'],
 *   runs: 5,
 *   check: async ({ strk }) => (await strk.read.total_supply()) > 0n,
 * });
 */
export async function invariant<const C extends NamedContracts = Record<never, never>, G = Record<string, never>>(
  name: string,
  options: InvariantOptions<C, G>,
): Promise<InvariantReport> {
  checkOptions(options, OPTIONS, '{ box, contracts: { token }, check }');
  // Loaded when it is first used: most tests look for nothing.
  const { findBroken } = await import('./findBroken.ts');
  return findBroken(name, options as unknown as InvariantOptions<NamedContracts, unknown>);
}
