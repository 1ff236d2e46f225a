import type { ChainView } from '../../chain/chainView.ts';
import { contextAt } from '../../chain/run/contextAt.ts';
import { rerunOf, type TransactionPlace } from '../../chain/run/rerun.ts';
import { run } from '../../chain/run/runner.ts';
import type { CallRequest } from '../../chain/run/simulation.ts';
import type { BlockId } from '../../chain/value/blockId.ts';
import { type Felt, formatFelt } from '../../felt/felt.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import type { State } from '../../state/state.ts';
import { placesOf } from '../gas/reportGas.ts';
import type { FindClass } from '../names/classFacts.ts';
import { namesIn } from '../names/namesIn.ts';
import type { ClassMap } from './classMaps.ts';
import { ProfileBuilder } from './profile.ts';
import { addCall, addMaps, addTransaction, recordCall, recordTransaction } from './profileExecution.ts';
import { type ProfileFiles, withFiles } from './profileFiles.ts';

/** Where the gas of transactions of the chain went: of those at the given places, or of all. */
export async function profileTransactions(
  view: ChainView,
  places: Iterable<TransactionPlace> = placesOf(view.value),
): Promise<ProfileFiles> {
  const builder = new ProfileBuilder();
  const maps = new Map<FeltKey, ClassMap | undefined>();
  const hashes: Felt[] = [];
  for (const place of places) {
    const { before, block, submission, flags } = rerunOf(view, place);
    hashes.push(submission.hash);
    const { recorder, outcome } = await run(view, before, (machine, state) =>
      recordTransaction({ state, block, machine }, submission, flags),
    );
    const find = await namesOf(view, before, recorder.calls);
    await addMaps(maps, recorder, find, () => view.rest());
    const l2Gas = outcome.kind === 'included' ? outcome.executed.receipt.gas.l2Gas : 0n;
    addTransaction(builder, recorder, l2Gas, { find, maps, constants: block.constants });
    await view.rest();
  }
  return withFiles(builder.finish(), titleOf(hashes));
}

const titleOf = (hashes: readonly Felt[]): string =>
  hashes.length === 1 ? `Transaction ${formatFelt(hashes[0]!)}` : `${hashes.length} transactions`;

/** Where the gas of a call without a transaction went. */
export async function profileCall(
  view: ChainView,
  { contractAddress, entryPointSelector, calldata }: CallRequest,
  id: BlockId,
): Promise<ProfileFiles> {
  const [before, block] = [view.stateOf(id), contextAt(view, id)];
  const { recorder } = await run(view, before, (machine, state) =>
    recordCall({ state, block, machine }, keyOf(contractAddress), keyOf(entryPointSelector), calldata),
  );
  const builder = new ProfileBuilder();
  const maps = new Map<FeltKey, ClassMap | undefined>();
  const find = await namesOf(view, before, recorder.calls);
  await addMaps(maps, recorder, find, () => view.rest());
  addCall(builder, recorder, { find, maps, constants: block.constants });
  return withFiles(builder.finish(), `Call of ${formatFelt(contractAddress)}`);
}

/** Finds the classes of calls, with their build output. */
async function namesOf(
  view: ChainView,
  state: State,
  calls: readonly { readonly call: { readonly classHash: FeltKey } }[],
): Promise<FindClass> {
  const names = namesIn(view, state);
  for (const { call } of calls) names.find(call.classHash);
  await names.fetchMissing();
  return (classHash) => names.find(classHash);
}
