import type { Machine } from '../../cairo/machine.ts';
import type { Environment } from '../../chain/environment.ts';
import type { RunOptions } from '../../chain/run/executor.ts';
import { executedAt, rerunOf, type TransactionPlace } from '../../chain/run/rerun.ts';
import type { ChainValue } from '../../chain/value/chainValue.ts';
import type { Execution } from '../../execution/callContext.ts';
import { executeTransaction } from '../../execution/executeTransaction.ts';
import type { Felt } from '../../felt/felt.ts';
import type { FeltKey } from '../../felt/key.ts';
import { fetchNeeds } from '../../state/retryRead.ts';
import type { State } from '../../state/state.ts';
import type { ClassFacts } from '../names/classFacts.ts';
import { NamedClasses } from '../names/namedClasses.ts';
import { StorageRecorder } from './storageRecorder.ts';

/** What reading storage by name needs of a chain. */
export interface StorageHost {
  readonly env: Environment;
  readonly value: ChainValue;
  readonly chainId: Felt;
  readonly runOptions: RunOptions;
  run<T>(state: State, start: (machine: Machine, state: State) => Execution<T>): Promise<T>;
  rest(): Promise<void> | undefined;
}

/** Runs a read, and fetches what it needs from the origin of a fork. */
export const readState = <T>({ runOptions }: StorageHost, state: State, read: () => T): Promise<T> =>
  fetchNeeds(read, state.base, runOptions.waitFor);

/** A class with its names, from the chain, the origin or the build output. */
export async function factsOfClass(
  { env }: StorageHost,
  state: State,
  classHash: FeltKey,
): Promise<ClassFacts | undefined> {
  const names = new NamedClasses(state, env.classFiles, env.artifacts);
  const facts = names.find(classHash);
  return (await names.fetchMissing()) ? names.find(classHash) : facts;
}

/** Runs a transaction of the chain again and records its hashes and writes. */
export async function recordAgain(host: StorageHost, place: TransactionPlace): Promise<StorageRecorder> {
  const { env, value, chainId } = host;
  const { before, block, submission, flags } = rerunOf(value, place, chainId, env.pastStates);
  const recorder = await host.run(before, function* (machine, state) {
    const observer = new StorageRecorder(env.preimages);
    yield* executeTransaction({ state, block, machine, observer }, submission, flags);
    return observer;
  });
  env.preimages.setLearned(executedAt(value, place));
  return recorder;
}
