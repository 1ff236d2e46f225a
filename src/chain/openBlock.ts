import type { BlockContext, GasPrices } from '../execution/blockContext.ts';
import type { ExecutionFlags } from '../execution/outcome.ts';
import type { Submission } from '../execution/transaction.ts';
import { type Felt, toFelt } from '../felt/felt.ts';
import type { FeltKey } from '../felt/key.ts';
import { keyOf } from '../felt/key.ts';
import type { State } from '../state/state.ts';
import { EMPTY_DIFF, type StateDiff } from '../state/stateDiff.ts';
import type { StoredTransaction } from './block.ts';

/** A transaction that ran, with what it takes to run it again for its trace. */
export interface ExecutedTransaction extends StoredTransaction {
  readonly before: State;
  readonly context: BlockContext;
  readonly submission: Submission;
  readonly flags: ExecutionFlags;
}

/** What the first transaction of a block fixes: contracts see it, so it stays. */
export interface FixedHeader {
  readonly timestamp: bigint;
  readonly prices: GasPrices;
}

/** The block under construction. */
export interface OpenValue {
  readonly number: number;
  /** The prices that its transactions pay. They stay when prices are changed: the change is for the next block. */
  readonly prices: GasPrices;
  /** Undefined while there is no transaction. */
  readonly header: FixedHeader | undefined;
  readonly executed: readonly ExecutedTransaction[];
  /** The state before its first transaction. */
  readonly initial: State;
  /** The state after its last one. */
  readonly state: State;
  /** What changed since the block before, in order. */
  readonly diffs: readonly StateDiff[];
}

// Block hashes that contracts may ask for: the one ten blocks back is written into contract 1 when a block opens.
const BLOCK_HASH_CONTRACT = keyOf(toFelt(1n));
export const BLOCK_HASH_LAG = 10;

/** A fresh block on top of a state; `oldHash` is the hash of the block ten before it. */
export function openBlock(number: number, state: State, prices: GasPrices, oldHash: Felt | undefined): OpenValue {
  const empty = { number, prices, header: undefined, executed: [] };
  if (oldHash === undefined) return { ...empty, initial: state, state, diffs: [] };
  const cells = new Map([[keyOf(toFelt(number - BLOCK_HASH_LAG)), keyOf(oldHash)]]);
  const diff: StateDiff = { ...EMPTY_DIFF, storage: new Map([[BLOCK_HASH_CONTRACT, cells]]) };
  const initial = state.apply(diff);
  return { ...empty, initial, state: initial, diffs: [diff] };
}

/** Changes of several transactions as one: the last value of each entry stands. */
export function mergeDiffs(diffs: readonly StateDiff[]): StateDiff {
  if (diffs.length === 1) return diffs[0]!;
  const storage = new Map<FeltKey, Map<FeltKey, FeltKey>>();
  const nonces = new Map<FeltKey, FeltKey>();
  const deployed = new Map<FeltKey, FeltKey>();
  const replaced = new Map<FeltKey, FeltKey>();
  const declared = new Map<FeltKey, FeltKey>();
  const deprecatedDeclared = new Set<FeltKey>();
  for (const diff of diffs) {
    for (const [address, cells] of diff.storage) {
      let merged = storage.get(address);
      if (!merged) storage.set(address, (merged = new Map()));
      for (const [key, value] of cells) merged.set(key, value);
    }
    for (const [address, nonce] of diff.nonces) nonces.set(address, nonce);
    for (const [address, classHash] of diff.deployed) deployed.set(address, classHash);
    // A contract deployed and replaced in one block was deployed with its last class.
    for (const [address, classHash] of diff.replaced)
      (deployed.has(address) ? deployed : replaced).set(address, classHash);
    for (const [classHash, compiled] of diff.declared) declared.set(classHash, compiled);
    for (const classHash of diff.deprecatedDeclared) deprecatedDeclared.add(classHash);
  }
  // Most blocks change few kinds of things, and every block is kept: what is empty is shared.
  return {
    storage,
    nonces: nonces.size ? nonces : EMPTY_DIFF.nonces,
    deployed: deployed.size ? deployed : EMPTY_DIFF.deployed,
    replaced: replaced.size ? replaced : EMPTY_DIFF.replaced,
    declared: declared.size ? declared : EMPTY_DIFF.declared,
    deprecatedDeclared: deprecatedDeclared.size ? deprecatedDeclared : EMPTY_DIFF.deprecatedDeclared,
  };
}
