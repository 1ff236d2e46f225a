// What reading storage by name needs of a chain.
import type { ChainView } from '../../chain/chainView.ts';
import { executedAt, rerunOf, type TransactionPlace } from '../../chain/run/rerun.ts';
import { run } from '../../chain/run/runner.ts';
import { executeTransaction } from '../../execution/executeTransaction.ts';
import type { FeltKey } from '../../felt/key.ts';
import { fetchNeeds } from '../../state/retryRead.ts';
import type { State } from '../../state/state.ts';
import type { ClassFacts } from '../names/classFacts.ts';
import { namesIn } from '../names/namesIn.ts';
import { preimagesOf } from './preimages.ts';
import { StorageRecorder } from './storageRecorder.ts';

/** Runs a read, and fetches what it needs from the origin of a fork. */
export const readState = <T>({ runOptions }: ChainView, state: State, read: () => T): Promise<T> =>
  fetchNeeds(read, state.base, runOptions.waitFor);

/** A class with its names, from the chain, the origin or the build output. */
export async function factsOfClass(view: ChainView, state: State, classHash: FeltKey): Promise<ClassFacts | undefined> {
  const names = namesIn(view, state);
  const facts = names.find(classHash);
  return (await names.fetchMissing()) ? names.find(classHash) : facts;
}

/** Runs a transaction of the chain again and records its hashes and writes. */
export async function recordAgain(view: ChainView, place: TransactionPlace): Promise<StorageRecorder> {
  const { before, block, submission, flags } = rerunOf(view, place);
  const preimages = preimagesOf(view.surroundings);
  const recorder = await run(view, before, function* (machine, state) {
    const observer = new StorageRecorder(preimages);
    yield* executeTransaction({ state, block, machine, observer }, submission, flags);
    return observer;
  });
  preimages.setLearned(executedAt(view.value, place));
  return recorder;
}
