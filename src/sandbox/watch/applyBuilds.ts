import type { ChainDraft } from '../../chain/draft/chainDraft.ts';
import type { ChainValue } from '../../chain/value/chainValue.ts';
import { listClasses, listContracts } from '../../chain/value/localContents.ts';
import type { Felt } from '../../felt/felt.ts';
import { type FeltKey, feltOf, keyOf } from '../../felt/key.ts';
import { wholeEdit, wireEdit } from '../../rpc/editState.ts';
import { formatSierra } from '../../rpc/format/contractClass.ts';
import { controlEntry } from '../../rpc/journal/journalEntry.ts';
import { applyEdit } from '../../rpc/rewordErrors.ts';
import { classAbi } from '../../tools/names/classFacts.ts';
import type { Hub } from '../hub.ts';
import { type Build, hasName } from './build.ts';
import type { MovedContract, WatchedContract } from './rebuild.ts';

/** A build that replaces others. */
export interface NewBuild {
  readonly build: Build;
  /** The class hashes of earlier builds, as far as they were seen. */
  readonly earlier: ReadonlySet<FeltKey>;
}

/** What the chain has to do with a build. */
export interface AppliedBuild {
  readonly build: Build;
  readonly contracts: readonly MovedContract[];
  /** Addresses of watched contracts that do not exist. */
  readonly missing: readonly Felt[];
}

/**
 * Declares builds and moves contracts to them, as one change. The journal has it as a request that every sandbox can load. If blocks are made
 * for each transaction, one is made, so that `latest` has the new classes too.
 */
export async function applyBuilds(
  hub: Hub,
  news: readonly NewBuild[],
  watched: readonly WatchedContract[],
): Promise<readonly AppliedBuild[]> {
  const applied = await hub.node.write(async (draft) => {
    const results: AppliedBuild[] = [];
    // Two builds may be for the same contract, such as those of one name in two packages: the first, which is the newest, counts.
    const moved = new Set<FeltKey>();
    for (const { build, earlier } of news) {
      const plan = await planMoves(draft, build, earlier, watched);
      const contracts = plan.contracts.filter(({ address }) => !moved.has(keyOf(address)));
      for (const { address } of contracts) moved.add(keyOf(address));
      results.push({ ...plan, contracts });
    }
    const known = new Set(listClasses(draft.view.value).map(({ classHash }) => keyOf(classHash)));
    const undeclared = news.filter(({ build: { classHash } }) => !known.has(classHash) && known.add(classHash));
    const replaced = results.flatMap(({ build, contracts }) =>
      contracts.map(({ address }) => ({ address, classHash: feltOf(build.classHash) })),
    );
    if (undeclared.length === 0 && replaced.length === 0) return results;
    const classes = undeclared.map(({ build: { definition } }) => ({
      definition,
      classHash: undefined,
      compiledClassHash: undefined,
    }));
    await applyEdit(draft, { ...wholeEdit({ replaced }), classes });
    const bodies = undeclared.map(({ build }) => ({ contract_class: formatSierra(build.definition) }));
    draft.record(controlEntry('applyStateDiff', { state_diff: wireEdit({ replaced }), classes: bodies }, null));
    if (draft.view.value.blockGeneration === 'transaction') {
      await draft.openBlock.seal();
      draft.record({ kind: 'blockMade' });
    }
    return results;
  });
  hub.dispatcher.changeMade();
  return applied;
}

/** The contracts that a build is for: those that are watched by its name, or if none is watched, all that run an earlier build. */
async function planMoves(
  draft: ChainDraft,
  build: Build,
  earlier: ReadonlySet<FeltKey>,
  watched: readonly WatchedContract[],
): Promise<AppliedBuild> {
  if (watched.length === 0) {
    const older = new Set([...earlier, ...earlierOnChain(draft.view.value, build)]);
    const contracts = listContracts(draft.view.value)
      .filter(({ classHash }) => older.has(keyOf(classHash)))
      .map(({ address, classHash }) => ({ address, from: classHash }));
    return { build, contracts, missing: [] };
  }
  const contracts: MovedContract[] = [];
  const missing: Felt[] = [];
  for (const { name, address } of watched) {
    if (!hasName(build, name)) continue;
    const from = await draft.view.stateAt('open').classHashOf(address);
    if (from === 0n) missing.push(address);
    else if (keyOf(from) !== build.classHash) contracts.push({ address, from });
  }
  return { build, contracts, missing };
}

/** Other classes of the chain that are builds of the same contract: those of the same module. */
export function earlierOnChain(
  value: ChainValue,
  { contractPath, classHash }: Pick<Build, 'contractPath' | 'classHash'>,
): FeltKey[] {
  if (contractPath === undefined) return [];
  return listClasses(value)
    .filter(({ declared }) => classAbi(declared.definition).contractPath === contractPath)
    .map(({ classHash: other }) => keyOf(other))
    .filter((other) => other !== classHash);
}
