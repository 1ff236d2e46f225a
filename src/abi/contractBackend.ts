import type { Hex } from './scalars.ts';

/** A call of a contract, in the form that accounts of starknet.js execute too. */
export interface ContractCall {
  readonly contractAddress: Hex;
  readonly entrypoint: string;
  readonly calldata: Hex[];
}

/** An event as nodes report it. */
export interface RawEvent {
  readonly from_address: string;
  readonly keys: readonly string[];
  readonly data: readonly string[];
}

/** Which events a contract looks for. */
export interface EventFilter {
  readonly address: Hex;
  /** For each key the values that it may have; none means any. */
  readonly keys: readonly (readonly Hex[])[];
}

/**
 * What a contract object needs of a node. The second parameters are the backend's own: what `call`, `invoke` and `events`
 * take there is what callers of the contract's functions can give after the arguments.
 */
export interface ContractBackend {
  /** Calls a function without a transaction; gives what it returned. */
  call(call: ContractCall, options: never): Promise<readonly (Hex | bigint | string)[]>;
  /** Gives what a call in a transaction would return, and drops its effects. Backends without it use `call`. */
  simulate?(call: ContractCall, options: never): Promise<readonly (Hex | bigint | string)[]>;
  /** Tells what a transaction with these calls would cost. Contracts of backends without it have no `estimate`. */
  estimate?(calls: readonly ContractCall[], options: never): Promise<unknown>;
  /** Sends one transaction with these calls; gives its receipt. */
  invoke(calls: readonly ContractCall[], options: never): Promise<object>;
  /** Finds events. */
  events(filter: EventFilter, options: never): Promise<readonly RawEvent[]>;
}

/** What a backend's method takes after its first parameter. */
export type OptionsOf<M> = M extends (first: never, ...rest: infer R) => unknown ? R : never;
/** What a backend's way to simulate takes after its first parameter. */
export type SimulationOptionsOf<B extends ContractBackend> = B extends { readonly simulate: infer M }
  ? OptionsOf<M>
  : OptionsOf<B['call']>;
/** What a backend's method promises. */
export type AnswerOf<M> = M extends (...args: never[]) => Promise<infer R> ? R : never;
