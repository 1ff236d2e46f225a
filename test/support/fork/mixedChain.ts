import { Sandbox } from '../../../src/index.ts';
import { EXERCISER } from './chains.ts';
import { nextAction, randomOf } from './mixedActions.ts';
import { deployExerciser } from './wallet.ts';

export const MIXED_SEED = 20_261_116;
const ACTIONS = 66;
const PER_BLOCK = 6;

/** A chain with all kinds of transactions, several in each block. Edits of the state are not transactions, so they cannot be replayed. */
export async function mixedChain(protocolVersion: string, stateAliases: boolean, actions = ACTIONS): Promise<Sandbox> {
  const box = await Sandbox.create({
    seed: 11,
    accounts: 3,
    stateArchiveCapacity: 'full',
    blockGenerationOn: 'demand',
    startTime: 1_700_000_000,
    protocolVersion,
    stateAliases,
  });
  await deployExerciser(box, EXERCISER);
  await box.request('devnet_createBlock');
  const random = randomOf(MIXED_SEED);
  const stage = {
    random,
    deployed: [] as bigint[],
    accountClass: BigInt(await box.request<string>('starknet_getClassHashAt', ['latest', box.accounts[0]!.address])),
  };
  for (let turn = 0; turn < actions; turn++) {
    const { kind, run } = nextAction({ ...stage, turn });
    if (kind === 'state edit' || kind === 'declare') continue;
    // Some actions are refused, which makes no transaction.
    await run(box).catch((error: { code?: number }) => {
      if (error.code === undefined) throw error;
    });
    if (turn % PER_BLOCK === 0) await box.request('devnet_createBlock');
  }
  await box.declare(new URL('../../../contracts/classes/branching.sierra.json', import.meta.url));
  await box.request('devnet_createBlock');
  return box;
}
