import { sortSteps } from '../../async/sortSteps.ts';
import { finish, type Steps } from '../../async/steps.ts';
import { type Felt, feltOfAscii, toFelt } from '../../felt/felt.ts';
import { starknetKeccak } from '../../felt/hash.ts';
import type { Hashing } from '../../felt/hashing.ts';
import { type FeltKey, feltOf } from '../../felt/key.ts';
import type { StateDiff } from '../../state/stateDiff.ts';
import type { Receipt } from '../receipt.ts';
import type { Transaction } from '../transaction.ts';

const ZERO = 0n as Felt;
const ONE = 1n as Felt;
const TREE_HEIGHT = 64;
/** The felts of a state diff that are read between two pauses. */
const FELTS_AT_ONCE = 4096;
const STATE_DIFF = feltOfAscii('STARKNET_STATE_DIFF0');

/** A transaction of a block with its receipt. */
export interface IncludedTransaction {
  readonly hash: Felt;
  readonly transaction: Transaction;
  readonly receipt: Receipt;
}

export const transactionCommitment = <V>(included: readonly IncludedTransaction[], hashing: Hashing<V>): Felt | V =>
  treeRoot(
    included.map(({ hash, transaction }) =>
      hashing.many([hash, ...('signature' in transaction ? transaction.signature : [])]),
    ),
    hashing,
  );

export const eventCommitment = <V>(included: readonly IncludedTransaction[], hashing: Hashing<V>): Felt | V =>
  treeRoot(
    included.flatMap(({ hash, receipt }) =>
      receipt.events.map(({ fromAddress, keys, data }) =>
        hashing.many([fromAddress, hash, count(keys), ...keys, count(data), ...data]),
      ),
    ),
    hashing,
  );

export const receiptCommitment = <V>(included: readonly IncludedTransaction[], hashing: Hashing<V>): Felt | V =>
  treeRoot(
    included.map(({ hash, receipt }) => {
      const messages = receipt.messages.flatMap(({ fromAddress, toAddress, payload }) => [
        fromAddress,
        toAddress,
        count(payload),
        ...payload,
      ]);
      const reason = receipt.execution.status === 'REVERTED' ? starknetKeccak(receipt.execution.revertReason) : ZERO;
      return hashing.many([
        hash,
        toFelt(receipt.actualFee.amount),
        hashing.many([count(receipt.messages), ...messages]),
        reason,
        // This is the place of L2 gas, which the protocol leaves zero.
        ZERO,
        toFelt(receipt.gas.l1Gas),
        toFelt(receipt.gas.l1DataGas),
      ]);
    }),
    hashing,
  );

export const stateDiffCommitment = <V>(diff: StateDiff, hashing: Hashing<V>): V =>
  hashing.many(finish(stateDiffFelts(diff)));

/** What the commitment to a state diff is the hash of, with pauses. Every list is sorted by key. */
export function* stateDiffFelts(diff: StateDiff): Steps<readonly Felt[]> {
  const felts: Felt[] = [STATE_DIFF];
  function* addPairs(pairs: Iterable<readonly [FeltKey, FeltKey]>): Steps<void> {
    const sorted = yield* sortedEntries(pairs);
    felts.push(count(sorted));
    for (const [key, value] of sorted) {
      felts.push(key, feltOf(value));
      if (felts.length % FELTS_AT_ONCE < 2) yield;
    }
  }
  yield* addPairs(diff.replaced.size ? [...diff.deployed, ...diff.replaced] : diff.deployed);
  yield* addPairs(diff.declared);
  const deprecated = [...diff.deprecatedDeclared].map(feltOf).sort(ascending);
  const contracts = (yield* sortedEntries(diff.storage)).filter(([, cells]) => cells.size > 0);
  felts.push(count(deprecated));
  for (const classHash of deprecated) felts.push(classHash);
  felts.push(ONE, ZERO, count(contracts));
  for (const [address, cells] of contracts) {
    felts.push(address);
    yield* addPairs(cells);
  }
  yield* addPairs(diff.nonces);
  return felts;
}

/** The root of a Merkle-Patricia tree of height 64 whose keys are 0, 1, 2, ... */
export function treeRoot<V>(leaves: readonly (Felt | V)[], hashing: Hashing<V>): Felt | V {
  if (leaves.length === 0) return ZERO;
  let level = leaves;
  let height = 0;
  // The last node of a level may be at the end of a path that only turns left. Such an edge is hashed once, when its length is known.
  let edge = 0;
  const withEdge = (node: Felt | V): Felt | V => (edge === 0 ? node : hashing.plus(hashing.pair(node, ZERO), edge));
  for (; level.length > 1; height++) {
    const next: (Felt | V)[] = [];
    const lastPair = level.length - 2;
    for (let i = 0; i <= lastPair; i += 2)
      next.push(hashing.pair(level[i]!, i === lastPair ? withEdge(level[i + 1]!) : level[i + 1]!));
    if (level.length % 2) {
      next.push(level[level.length - 1]!);
      edge++;
    } else edge = 0;
    level = next;
  }
  edge += TREE_HEIGHT - height;
  return withEdge(level[0]!);
}

const count = (items: { readonly length: number }): Felt => toFelt(items.length);
const ascending = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

function* sortedEntries<V>(map: Iterable<readonly [FeltKey, V]>): Steps<readonly (readonly [Felt, V])[]> {
  const entries: [Felt, V][] = [];
  for (const [key, value] of map) {
    entries.push([feltOf(key), value]);
    if (entries.length % FELTS_AT_ONCE === 0) yield;
  }
  return entries.length > 1 ? yield* sortSteps(entries, ([a], [b]) => ascending(a, b)) : entries;
}
