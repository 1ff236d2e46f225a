import type { Steps } from '../../async/steps.ts';
import type { DeclaredClass } from '../../classes/declaredClass.ts';
import type { GasPrices } from '../../execution/blockContext.ts';
import type { ExecutionFlags } from '../../execution/outcome.ts';
import type { Submission } from '../../execution/transaction.ts';
import { type Felt, toFelt } from '../../felt/felt.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import { type ScheduledCell, storageOf } from '../../market/scheduledCells.ts';
import type { ProtocolConstants } from '../../protocol/constants.ts';
import { diffParts } from '../../state/diffParts.ts';
import { EMPTY_MERGED_DIFF, type MergedDiff, withDiff } from '../../state/mergedDiff.ts';
import { PersistentMap } from '../../state/persistentMap.ts';
import { PersistentVector } from '../../state/persistentVector.ts';
import type { State } from '../../state/state.ts';
import { EMPTY_DIFF, type StateDiff } from '../../state/stateDiff.ts';
import type { StoredTransaction } from './block.ts';
import { type Change, changedClasses, changeOf, changeSteps, diffOfChanges } from './change.ts';

/** A transaction that ran, with what it takes to run it again for its trace. */
export interface ExecutedTransaction extends StoredTransaction {
  readonly transaction: Submission['transaction'];
  /** The number of changes of its block before it, from which the state before it is rebuilt. */
  readonly changesBefore: number;
  /** That state itself, which is stored for some transactions (pastStates.ts). */
  readonly before: State | undefined;
  readonly flags: ExecutionFlags;
  /** The class of a declaration. */
  readonly declaredClass: DeclaredClass | undefined;
}

/** A transaction as it was sent. */
export const submissionOf = ({ transaction, hash, declaredClass }: ExecutedTransaction): Submission =>
  transaction.type === 'DECLARE' ? { transaction, hash, declaredClass: declaredClass! } : { transaction, hash };

/** The part of the header that the first transaction of a block fixes, because contracts see it. */
export interface FixedHeader {
  readonly timestamp: bigint;
  readonly prices: GasPrices;
}

/** The block under construction. */
export interface OpenValue {
  readonly number: number;
  /** The version whose rules and prices its transactions follow. */
  readonly protocol: ProtocolConstants;
  /** The prices that its transactions pay. They stay when prices are changed: the change is for the next block. */
  readonly prices: GasPrices;
  /** Undefined while there is no transaction. */
  readonly header: FixedHeader | undefined;
  readonly executed: PersistentVector<ExecutedTransaction>;
  /** The index of each transaction, by its hash. */
  readonly places: PersistentMap<FeltKey, number>;
  /** The state before its first transaction. */
  readonly initial: State;
  /** The state after its last one. */
  readonly state: State;
  /** What changed since the block before, in order. */
  readonly changes: PersistentVector<Change>;
  /** The number of changes that are part of the initial state. */
  readonly opening: number;
  /** The merged diff of all changes. */
  readonly stateDiff: MergedDiff;
}

/** A block whose hash contracts can read from now on. */
export interface OldBlock {
  readonly number: number;
  readonly hash: Felt;
}

/** A fresh block on top of a state, with the scheduled cells. The hash of the old block is written where contracts find it. */
export function openBlock(
  number: number,
  state: State,
  prices: GasPrices,
  protocol: ProtocolConstants,
  old: OldBlock | undefined,
  scheduled: readonly ScheduledCell[] = [],
): OpenValue {
  const empty: OpenValue = {
    number,
    protocol,
    prices,
    header: undefined,
    executed: PersistentVector.empty(),
    places: PersistentMap.empty(),
    initial: state,
    state,
    changes: PersistentVector.empty(),
    opening: 0,
    stateDiff: EMPTY_MERGED_DIFF,
  };
  if (!old && scheduled.length === 0) return empty;
  const cells = old ? [...scheduled, hashCell(old, protocol)] : scheduled;
  const opened = withChange(empty, { ...EMPTY_DIFF, storage: storageOf(cells) }, []);
  return { ...opened, initial: opened.state, opening: 1 };
}

/** Where contracts find the hash of an old block. */
const hashCell = (old: OldBlock, { blockHashContractAddress }: ProtocolConstants): ScheduledCell => ({
  address: keyOf(toFelt(blockHashContractAddress)),
  key: keyOf(toFelt(old.number)),
  value: keyOf(old.hash),
});

/** The block with one more change of the state. */
export function withChange(
  open: OpenValue,
  diff: StateDiff,
  declared: Iterable<readonly [FeltKey, DeclaredClass]>,
): OpenValue {
  const classes = [...declared];
  return {
    ...open,
    state: open.state.apply(diff, classes),
    changes: open.changes.push(changeOf(diff, classes)),
    stateDiff: withDiff(open.stateDiff, diff),
  };
}

/** The open block after a change that may be large, applied with pauses. */
export function* withChangeSteps(
  open: OpenValue,
  diff: StateDiff,
  declared: Iterable<readonly [FeltKey, DeclaredClass]>,
): Steps<OpenValue> {
  const classes = [...declared];
  let { state, stateDiff } = open;
  for (const part of diffParts(diff)) {
    state = state.apply(part);
    stateDiff = withDiff(stateDiff, part);
    yield;
  }
  const changes = open.changes.push(yield* changeSteps(diff, classes));
  return { ...open, state: state.apply(EMPTY_DIFF, classes), changes, stateDiff };
}

/** The block with one more transaction, whose change comes next. */
export const withTransaction = (open: OpenValue, header: FixedHeader, executed: ExecutedTransaction): OpenValue => ({
  ...open,
  header,
  executed: open.executed.push(executed),
  places: open.places.set(keyOf(executed.hash), open.executed.length),
});

/** The block without its transactions, made with pauses. Edits of the state that were made between them stay. */
export function* withoutTransactions(open: OpenValue): Steps<OpenValue> {
  const ofTransactions = new Set(Array.from(open.executed, ({ changesBefore }) => changesBefore));
  const opening = open.changes.take(open.opening);
  let left: OpenValue = {
    ...open,
    header: undefined,
    executed: PersistentVector.empty(),
    places: PersistentMap.empty(),
    state: open.initial,
    changes: opening,
    stateDiff: withDiff(EMPTY_MERGED_DIFF, diffOfChanges(opening)),
  };
  let at = open.opening;
  for (const change of open.changes.from(at))
    if (!ofTransactions.has(at++)) left = yield* withChangeSteps(left, diffOfChanges([change]), changedClasses(change));
  return left;
}
