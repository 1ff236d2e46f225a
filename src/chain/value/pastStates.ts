import type { State } from '../../state/state.ts';
import { applyChanges, type Change } from './change.ts';
import { type BlockRecord, type History, nextNumber, recordOf } from './history.ts';
import type { ExecutedTransaction, OpenValue } from './openBlock.ts';

/** The number of transactions between two stored states of a block. */
const TRANSACTIONS_PER_STATE = 32;
const CACHED = 8;

/** Whether the state before the transaction at this index of a block is stored. */
export const keepsStateBefore = (index: number): boolean => index > 0 && index % TRANSACTIONS_PER_STATE === 0;

/** Whether states between the transactions of a block of this length are stored. */
export const hasStatesBetween = (transactions: number): boolean => transactions > TRANSACTIONS_PER_STATE;

/**
 * States of the past. Every version of the state holds the nodes that changed with it, which is half of the memory of a
 * transaction. So only some versions are stored, and those between are rebuilt from the changes.
 */
export class PastStates {
  /** The states that were requested last. */
  readonly #cached = new Map<BlockRecord, State>();

  /** Clears the cache, which may contain states of a chain that was dropped. */
  clear(): void {
    this.#cached.clear();
  }

  /** The state after a sealed block. */
  after(history: History, number: number): State {
    if (number === nextNumber(history) - 1) return history.state;
    const record = recordOf(history, number)!;
    if (record.state) return record.state;
    const cached = this.#cached.get(record);
    this.#cached.delete(record);
    const state = cached ?? this.#rebuilt(history, number);
    this.#cached.set(record, state);
    if (this.#cached.size > CACHED) this.#cached.delete(this.#cached.keys().next().value!);
    return state;
  }

  #rebuilt(history: History, number: number): State {
    let first = number;
    // The first record has its state.
    const stateAt = (at: number) => recordOf(history, at)!.state ?? this.#cached.get(recordOf(history, at)!);
    while (!stateAt(first)) first--;
    const changes: Change[] = [];
    for (let at = first + 1; at <= number; at++)
      for (const change of recordOf(history, at)!.changes) changes.push(change);
    return applyChanges(stateAt(first)!, changes);
  }

  /** The state before a transaction of a sealed block. */
  before(history: History, number: number, index: number): State {
    const { executed, changes } = recordOf(history, number)!;
    const stored = storedBefore(executed, index);
    if (stored)
      return applyChanges(stored.before!, changes.slice(stored.changesBefore, executed[index]!.changesBefore));
    // A chain begins with a state that no block made.
    return applyChanges(this.after(history, number - 1), changes.slice(0, executed[index]!.changesBefore));
  }

  /** The state before a transaction of the open block. */
  beforeInOpen({ executed, changes, initial, opening }: OpenValue, index: number): State {
    const stored = executed.at(index - (index % TRANSACTIONS_PER_STATE));
    const [state, from] = stored?.before ? [stored.before, stored.changesBefore] : [initial, opening];
    const between: Change[] = [];
    for (let i = from; i < executed.at(index)!.changesBefore; i++) between.push(changes.at(i)!);
    return applyChanges(state, between);
  }
}

const storedBefore = (executed: readonly ExecutedTransaction[], index: number): ExecutedTransaction | undefined => {
  const stored = executed[index - (index % TRANSACTIONS_PER_STATE)];
  return stored?.before ? stored : undefined;
};
