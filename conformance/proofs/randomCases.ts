import { restIfDue } from '../../src/async/turns.ts';
import { RequestMemory } from '../../src/budget/requestMemory.ts';
import type { Felt } from '../../src/felt/felt.ts';
import { writeStorageProof } from '../../src/rpc/writeStorageProof.ts';
import {
  changedState,
  EMPTY_STATE,
  type PlainState,
  type RandomState,
  randomKey,
} from '../../test/support/commitment/randomStates.ts';
import { Random } from '../../test/support/random.ts';
import type { ProvenCase, ProvenContract, ProvenFacts } from './provenCase.ts';

/** A chain of states ends after so many, and another begins. */
const STATES_PER_CHAIN = 40;
/** The roots of each so many states are computed again from all they have. */
const STATES_PER_WHOLE = 5;

/** Random states, each with a proof of some of what it has and of what it has not. */
export async function* randomCases(count: number, seed: number): AsyncGenerator<ProvenCase> {
  let random = new Random(seed);
  let state = EMPTY_STATE;
  for (let i = 0; i < count; i++) {
    if (i % STATES_PER_CHAIN === 0) [random, state] = [new Random(seed + i), EMPTY_STATE];
    state = changedState(random, state);
    const asked = someOf(random, state.plain);
    yield {
      ...asked,
      answer: await answerOf(state, asked),
      root: state.tries.root,
      whole: i % STATES_PER_WHOLE === 0 ? wholeOf(state.plain) : undefined,
    };
  }
}

/** Classes, contracts and cells, some of which the state does not have. */
function someOf(random: Random, { classes, contracts }: PlainState): ProvenFacts {
  const some = <T>(most: number, make: () => T): T[] => Array.from({ length: random.below(most + 1) }, make);
  return {
    classes: some(4, () => {
      const hash = randomKey(random, [...classes.keys()]);
      return [hash, classes.get(hash) ?? 0n] as const;
    }),
    contracts: some(4, () => {
      const address = randomKey(random, [...contracts.keys()]);
      const { classHash, nonce, storage } = contracts.get(address) ?? { classHash: 0n, nonce: 0n, storage: new Map() };
      const cells = some(4, () => {
        const key = randomKey(random, [...storage.keys()]);
        return [key, storage.get(key) ?? 0n] as const;
      });
      return { address, class_hash: classHash, nonce, cells };
    }),
  };
}

const wholeOf = ({ classes, contracts }: PlainState): ProvenFacts => ({
  classes: [...classes],
  contracts: [...contracts].map(([address, { classHash, nonce, storage }]): ProvenContract => {
    return { address, class_hash: classHash, nonce, cells: [...storage] };
  }),
});

/** What a node answers with such tries. */
async function answerOf({ tries }: RandomState, { classes, contracts }: ProvenFacts): Promise<string> {
  const context = { chain: { rest: restIfDue }, memory: new RequestMemory() };
  const written = await writeStorageProof(
    context,
    tries,
    { hash: 0n as Felt },
    {
      classHashes: classes.map(([hash]) => hash as Felt),
      contractAddresses: contracts.map(({ address }) => address as Felt),
      contractsStorageKeys: contracts.map(({ address, cells }) => ({
        contractAddress: address as Felt,
        storageKeys: cells.map(([key]) => key as Felt),
      })),
    },
  );
  return written.text;
}
