import type { TransactionPlace } from '../../chain/run/rerun.ts';
import type { CallRequest } from '../../chain/run/simulation.ts';
import type { BlockContext } from '../../execution/blockContext.ts';
import { type Felt, formatFelt } from '../../felt/felt.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import type { State } from '../../state/state.ts';
import { placesOf } from '../gas/reportGas.ts';
import type { FindClass } from '../names/classFacts.ts';
import type { ToolHost } from '../tools.ts';
import type { ClassMap } from './classMaps.ts';
import { ProfileBuilder } from './profile.ts';
import { addCall, addMaps, addTransaction, recordCall, recordTransaction } from './profileExecution.ts';
import { type ProfileFiles, withFiles } from './profileFiles.ts';

/** Where the gas of transactions of the chain went: of those at the given places, or of all. */
export async function profileTransactions(
  host: ToolHost,
  places: Iterable<TransactionPlace> = placesOf(host.value),
): Promise<ProfileFiles> {
  const builder = new ProfileBuilder();
  const maps = new Map<FeltKey, ClassMap | undefined>();
  const hashes: Felt[] = [];
  for (const place of places) {
    const { before, block, submission, flags } = host.rerunOf(place);
    hashes.push(submission.hash);
    const { recorder, outcome } = await host.run(before, (machine, state) =>
      recordTransaction({ state, block, machine }, submission, flags),
    );
    const find = await namesOf(host, before, recorder.calls);
    await addMaps(maps, recorder, find, () => host.rest());
    const l2Gas = outcome.kind === 'included' ? outcome.executed.receipt.gas.l2Gas : 0n;
    addTransaction(builder, recorder, l2Gas, { find, maps, constants: block.constants });
    await host.rest();
  }
  return withFiles(builder.finish(), titleOf(hashes));
}

const titleOf = (hashes: readonly Felt[]): string =>
  hashes.length === 1 ? `Transaction ${formatFelt(hashes[0]!)}` : `${hashes.length} transactions`;

/** Where the gas of a call without a transaction went. */
export async function profileCall(
  host: ToolHost,
  before: State,
  block: BlockContext,
  { contractAddress, entryPointSelector, calldata }: CallRequest,
): Promise<ProfileFiles> {
  const { recorder } = await host.run(before, (machine, state) =>
    recordCall({ state, block, machine }, keyOf(contractAddress), keyOf(entryPointSelector), calldata),
  );
  const builder = new ProfileBuilder();
  const maps = new Map<FeltKey, ClassMap | undefined>();
  const find = await namesOf(host, before, recorder.calls);
  await addMaps(maps, recorder, find, () => host.rest());
  addCall(builder, recorder, { find, maps, constants: block.constants });
  return withFiles(builder.finish(), `Call of ${formatFelt(contractAddress)}`);
}

/** Finds the classes of calls, with their build output. */
async function namesOf(
  host: ToolHost,
  state: State,
  calls: readonly { readonly call: { readonly classHash: FeltKey } }[],
): Promise<FindClass> {
  const names = host.namesIn(state);
  for (const { call } of calls) names.find(call.classHash);
  await names.fetchMissing();
  return (classHash) => names.find(classHash);
}
