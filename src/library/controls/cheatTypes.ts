import type { Abi } from '../../abi/types.ts';
import type { AddressLike, AmountLike, FeltLike, Hex } from '../values.ts';

/** How long a cheat is in force. */
export interface CheatOptions {
  /** For so many calls, by transactions. Default: until it is stopped. */
  readonly calls?: number | undefined;
}

/** Options of a mock. */
export interface MockOptions<A = readonly FeltLike[]> extends CheatOptions {
  /** Only calls with these arguments. Default: any. */
  readonly args?: A | undefined;
}

/** A contract with its ABI, whose functions are mocked with decoded values. */
export interface CheatedContract<A extends Abi> {
  readonly address: FeltLike;
  readonly abi: A;
}

/** What a contract sees of its block. */
export interface BlockCheat {
  readonly number?: AmountLike | undefined;
  /** Seconds since 1970, or a date. */
  readonly timestamp?: AmountLike | Date | undefined;
  readonly sequencer?: AddressLike | undefined;
}

/** A cheat that is in force. */
export interface Cheat {
  readonly id: number;
  readonly kind: 'mock' | 'caller' | 'block';
  /** The contract; undefined for every contract. */
  readonly address: Hex | undefined;
  /** How many more calls it changes; undefined until it is stopped. */
  readonly callsLeft: number | undefined;
  /** Of a mock: the function, what it returns or panics with, and the only arguments, if it is for some. */
  readonly selector?: Hex | undefined;
  readonly retdata?: readonly Hex[] | undefined;
  readonly calldata?: readonly Hex[] | undefined;
  readonly panics?: boolean | undefined;
  /** Of a caller cheat. */
  readonly caller?: Hex | undefined;
  /** Of a block cheat. */
  readonly number?: number | undefined;
  readonly timestamp?: bigint | undefined;
  readonly sequencer?: Hex | undefined;
}

/** A function that is mocked, in which calls. */
export interface MockedFunction {
  readonly contract: AddressLike | CheatedContract<Abi>;
  readonly name: string | bigint;
  readonly options: MockOptions<readonly unknown[]> | undefined;
}

/** What a mocked function returns, or panics with. */
export type MockAnswer = { readonly result: unknown } | { readonly panic: unknown };
