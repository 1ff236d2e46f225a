import { checkOptions } from '../../library/options/checkOptions.ts';
import { COMMON_OPTIONS, type FuzzOptions, type UserAction } from './options.ts';
import type { InvariantReport } from './report.ts';
import type { NamedContracts } from './world.ts';

const OPTIONS: readonly (keyof FuzzOptions<NamedContracts, unknown>)[] = [...COMMON_OPTIONS, 'check', 'runs'];

/**
 * Runs a test with many values, which it draws, each time on a chain as it was. The first values that break it are made as simple as possible and thrown.
 *
 * @throws InvariantError with the simplest values, what they did, and a test that repeats it.
 * @throws Error if nothing could be tested.
 * @example
 * await fuzz('a transfer moves what it says', async ({ box, draw, actor }) => {
 *   const amount = draw(between(0n, 10n ** 18n));
 *   const before = await box.balanceOf('0x99');
 *   await box.strk.write.transfer('0x99', amount, { from: actor });
 *   return (await box.balanceOf('0x99')) === before + amount;
 * }, { box, runs: 5 });
 */
export function fuzz<const C extends NamedContracts = Record<never, never>, G = Record<string, never>>(
  name: string,
  test: UserAction<NoInfer<C>, NoInfer<G>>,
  options: FuzzOptions<C, G>,
): Promise<InvariantReport>;
/**
 * Calls a function of a contract with many arguments of the types in its ABI, each time on a chain as it was.
 *
 * @throws InvariantError with the simplest arguments that break the check.
 * @example
 * await fuzz('an approval is never refused', box.strk.write.approve, {
 *   box,
 *   contracts: { strk: box.strk },
 *   args: { spender: oneOf('0x77', '0x78') },
 *   runs: 5,
 *   check: ({ last }) => last?.reverted === undefined,
 * });
 */
export function fuzz<const C extends NamedContracts = Record<never, never>, G = Record<string, never>>(
  name: string,
  // biome-ignore lint/suspicious/noExplicitAny: functions of contracts have arguments of all types.
  call: (...args: any[]) => Promise<object>,
  options: FuzzOptions<C, G>,
): Promise<InvariantReport>;
export async function fuzz(
  name: string,
  call: unknown,
  options: FuzzOptions<NamedContracts, unknown>,
): Promise<InvariantReport> {
  checkOptions(options, OPTIONS, '{ box, contracts: { token } }');
  const { fuzzOne } = await import('./fuzzOne.ts');
  return fuzzOne(name, call, options);
}
