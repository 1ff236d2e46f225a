import type { EntryPointCall } from '../../execution/callInfo.ts';
import type { CheatRun, Cheats } from '../../execution/cheatRun.ts';
import type { AppliedCheat, Cheat, CheatEffect, CheatedBlock, CheatedCall } from '../../execution/cheats.ts';
import { type FeltKey, ZERO_KEY } from '../../felt/key.ts';

/** The cheats of a chain, oldest first. Of two that change the same thing the newer one counts, until it is used up. It never changes. */
export class CheatList implements Cheats {
  readonly all: readonly Cheat[];
  readonly nextId: number;
  #byContract: ReadonlyMap<FeltKey | undefined, readonly Cheat[]> | undefined;

  constructor(all: readonly Cheat[] = [], nextId = 1) {
    this.all = all;
    this.nextId = nextId;
  }

  /** The list if there is a cheat in it; undefined otherwise, so that executions ask nothing. */
  get inForce(): CheatList | undefined {
    return this.all.length > 0 ? this : undefined;
  }

  with(cheat: Omit<Cheat, 'id'>): CheatList {
    return new CheatList([...this.all, { ...cheat, id: this.nextId }], this.nextId + 1);
  }

  /** Without one cheat, or without any. */
  without(id?: number): CheatList {
    return new CheatList(id === undefined ? [] : this.all.filter((cheat) => cheat.id !== id), this.nextId);
  }

  /** What is left after a transaction. */
  after(applied: readonly AppliedCheat[]): CheatList {
    const calls = new Map(applied.map((cheat) => [cheat.id, cheat.calls]));
    const left = this.all.map((cheat) =>
      cheat.callsLeft === undefined ? cheat : { ...cheat, callsLeft: cheat.callsLeft - (calls.get(cheat.id) ?? 0) },
    );
    return new CheatList(
      left.filter(({ callsLeft }) => callsLeft !== 0),
      this.nextId,
    );
  }

  /** What there was before a transaction that was taken back, unless somebody has removed it since. */
  before(applied: readonly AppliedCheat[]): CheatList {
    const given = new Map(this.all.map((cheat) => [cheat.id, cheat]));
    for (const { calls, ...cheat } of applied) {
      const left = given.get(cheat.id);
      if (left?.callsLeft !== undefined) given.set(cheat.id, { ...left, callsLeft: left.callsLeft + calls });
      // It was used up.
      else if (!left && cheat.callsLeft === calls) given.set(cheat.id, cheat);
    }
    const all = [...given.values()].sort((a, b) => a.id - b.id);
    return new CheatList(all, this.nextId);
  }

  /** Whether a function may be mocked, so that its contract need not exist. */
  mocks(contractAddress: FeltKey, selector: FeltKey): boolean {
    return this.for(contractAddress).some(({ effect }) => effect.kind === 'mock' && effect.selector === selector);
  }

  begin(): CheatRun {
    return new ListedRun(this);
  }

  /** The cheats for calls of a contract, newest first. */
  for(contractAddress: FeltKey): readonly Cheat[] {
    const byContract = (this.#byContract ??= this.#group());
    const [own, general] = [byContract.get(contractAddress), byContract.get(undefined)];
    if (!own || !general) return own ?? general ?? NONE;
    return [...own, ...general].sort((a, b) => b.id - a.id);
  }

  #group(): ReadonlyMap<FeltKey | undefined, readonly Cheat[]> {
    const byContract = new Map<FeltKey | undefined, Cheat[]>();
    for (const cheat of this.all.toReversed()) {
      const cheats = byContract.get(cheat.contractAddress);
      if (cheats) cheats.push(cheat);
      else byContract.set(cheat.contractAddress, [cheat]);
    }
    return byContract;
  }
}

const NONE: readonly never[] = [];
export const NO_CHEATS = new CheatList();

class ListedRun implements CheatRun {
  readonly #list: CheatList;
  readonly #calls = new Map<number, number>();

  constructor(list: CheatList) {
    this.#list = list;
  }

  change(call: EntryPointCall, isInTransaction: boolean): EntryPointCall {
    // A library call is part of the call that makes it, and sees what that one sees.
    if (call.callType === 'DELEGATE') return call;
    const candidates = this.#list.for(call.contractAddress).filter((cheat) => this.#isLeft(cheat));
    const mock = candidates.find(({ effect }) => effect.kind === 'mock' && isMockOf(effect, call));
    if (mock) return { ...call, cheated: { ids: [mock.id], mock: mock.effect as CheatedCall['mock'] } };
    // Accounts refuse to validate and execute for a caller, and the caller of a transaction's first call is zero.
    const isEntry = isInTransaction && call.caller === ZERO_KEY;
    const ids = new Set<number>();
    let caller: FeltKey | undefined;
    const block: CheatedBlock = {};
    for (const { id, effect } of candidates) {
      if (effect.kind === 'caller' && caller === undefined && !isEntry) {
        caller = effect.caller;
        ids.add(id);
      }
      if (effect.kind !== 'block') continue;
      for (const name of ['number', 'timestamp', 'sequencerAddress'] as const) {
        if (effect[name] === undefined || block[name] !== undefined) continue;
        Object.assign(block, { [name]: effect[name] });
        ids.add(id);
      }
    }
    if (ids.size === 0) return call;
    const cheated: CheatedCall = { ids: [...ids], caller, realCaller: caller && call.caller, block };
    return { ...call, caller: caller ?? call.caller, cheated };
  }

  use({ ids }: CheatedCall): void {
    for (const id of ids) this.#calls.set(id, this.#callsOf(id) + 1);
  }

  get applied(): readonly AppliedCheat[] | undefined {
    if (this.#calls.size === 0) return undefined;
    return this.#list.all
      .filter(({ id }) => this.#calls.has(id))
      .map((cheat) => ({ ...cheat, calls: this.#callsOf(cheat.id) }));
  }

  #callsOf = (id: number): number => this.#calls.get(id) ?? 0;

  #isLeft = ({ id, callsLeft }: Cheat): boolean => callsLeft === undefined || this.#callsOf(id) < callsLeft;
}

function isMockOf(effect: CheatEffect & { readonly kind: 'mock' }, { selector, calldata }: EntryPointCall): boolean {
  if (effect.selector !== selector) return false;
  const wanted = effect.calldata;
  return !wanted || (wanted.length === calldata.length && wanted.every((felt, i) => felt === calldata[i]));
}
