import { checkOptions } from '../../library/options/checkOptions.ts';
import type { CommonOptions } from './options.ts';
import type { Hints } from './values/values.ts';
import type { NamedContracts } from './world.ts';

/** What hints are taken from. */
export type HintsOptions = Pick<CommonOptions<NamedContracts, unknown>, 'box' | 'contracts' | 'actors'>;

/**
 * What is worth trying with some contracts, for `arbitrary`: the addresses of actors and contracts, their classes, and the constants in their code.
 *
 * @example
 * import fc from 'fast-check';
 * const hints = await hintsOf({ box, contracts: { strk: box.strk } });
 * const args = arbitrary(fc, argumentsOf(box.strk, 'transfer'), hints);
 */
export async function hintsOf(options: HintsOptions): Promise<Hints> {
  checkOptions(options, ['box', 'contracts', 'actors'], '{ box, contracts: { token } }');
  const { settingOf } = await import('./setting.ts');
  const { hints } = await settingOf(options);
  return { ...hints, recent: [], recentIds: [] };
}
