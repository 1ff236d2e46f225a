import type { FeltKey } from '../felt/key.ts';

// Cheats change what contracts see, for tests of contracts: the answer of a function, the caller, the block. Without cheats an execution
// asks nothing here. Nothing else of an execution changes: not its rules, not its prices, and not the transfer of the fee.

/** What a cheat changes in a call. */
export type CheatEffect =
  /** The call returns this, or panics with it, and its code does not run. Without calldata any arguments match. */
  | {
      readonly kind: 'mock';
      readonly selector: FeltKey;
      readonly calldata: readonly FeltKey[] | undefined;
      readonly retdata: readonly FeltKey[];
      readonly panics: boolean;
    }
  | { readonly kind: 'caller'; readonly caller: FeltKey }
  | ({ readonly kind: 'block' } & CheatedBlock);

/** What a contract sees of its block instead of the truth. */
export interface CheatedBlock {
  readonly number?: number;
  /** Seconds since 1970. */
  readonly timestamp?: bigint;
  readonly sequencerAddress?: FeltKey;
}

/** A cheat, and the calls that it changes. */
export interface Cheat {
  readonly id: number;
  /** The contract that is called; undefined for every contract. */
  readonly contractAddress: FeltKey | undefined;
  /** How many more calls it changes; undefined until it is stopped. */
  readonly callsLeft: number | undefined;
  readonly effect: CheatEffect;
}

/** A cheat as it was before a transaction, and how many calls of the transaction it changed. */
export interface AppliedCheat extends Cheat {
  readonly calls: number;
}

/** What cheats did to a call. */
export interface CheatedCall {
  /** The cheats that changed the call. */
  readonly ids: readonly number[];
  readonly mock?: Extract<CheatEffect, { kind: 'mock' }> | undefined;
  /** The caller that the call sees, and the one without the cheat. */
  readonly caller?: FeltKey | undefined;
  readonly realCaller?: FeltKey | undefined;
  readonly block?: CheatedBlock | undefined;
}
