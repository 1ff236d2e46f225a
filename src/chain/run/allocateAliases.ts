import { waitOutside } from '../../async/turnMeter.ts';
import { netDiff } from '../../state/netDiff.ts';
import { type FetchingSteps, fetchInSlices } from '../../state/retryRead.ts';
import type { State } from '../../state/state.ts';
import type { StateDiff } from '../../state/stateDiff.ts';
import type { OpenValue } from '../value/openBlock.ts';
import { aliasedNumbers, missingAliases, newAliases } from '../value/stateAliases.ts';
import type { RunOptions } from './executor.ts';

/**
 * What the sequencer writes to the alias contract when it closes the open block; undefined if it is nothing. `before` is the state after
 * the block before. On a fork the aliases that the origin has are fetched together.
 */
export async function allocateAliases(
  { state, stateDiff, protocol }: Pick<OpenValue, 'state' | 'protocol'> & { readonly stateDiff: StateDiff },
  before: State,
  waitFor: NonNullable<RunOptions['waitFor']>,
): Promise<StateDiff | undefined> {
  const run = <T>(steps: FetchingSteps<T>) => fetchInSlices(steps, state.base, waitFor);
  const aliased = await run(aliasedNumbers(await run(netDiff(stateDiff, before)), protocol));
  const missing = await run(missingAliases(aliased, state));
  if (missing.length > 0) await waitOutside(waitFor(() => state.base.fetch(missing)));
  return run(newAliases(aliased, state));
}
