import { ETH, STRK } from '../chain/value/token.ts';
import type { Felt } from '../felt/felt.ts';
import type { PaymasterErrorName } from './paymasterError.ts';
import { type GasToken, ONE_STRK } from './tokens.ts';

/** A refusal that a test asks for. */
export interface Refusal {
  readonly error: PaymasterErrorName;
  /** Only of this method. Default: of both. */
  readonly method: 'build' | 'execute' | undefined;
  /** Only for this user. Default: for all. */
  readonly userAddress: Felt | undefined;
  /** How often. Default: until the settings change. */
  readonly times: number | undefined;
  /** The data of the error. */
  readonly data: string | undefined;
}

/** How a paymaster behaves. */
export interface PaymasterSettings {
  /** What `paymaster_isAvailable` answers. If false, nothing is built or executed. */
  readonly available: boolean;
  /** Who is sponsored: everybody, nobody, or those whose requests have one of these keys in the header `x-paymaster-api-key`. */
  readonly sponsored: boolean | readonly string[];
  readonly tokens: readonly GasToken[];
  /** What users pay beside the fee, in percent of it. */
  readonly overheadPercent: number;
  /** The fee that users sign at most, in percent of the estimate. */
  readonly maxFeePercent: number;
  /** The most calls of one transaction. */
  readonly maxCalls: number;
  /** The most that a sponsored transaction may cost, in FRI. */
  readonly maxFee: bigint | undefined;
  /** The most that all sponsored transactions may cost together, in FRI. */
  readonly budget: bigint | undefined;
  /** The classes of accounts that it serves. Undefined: all that have SNIP-9. */
  readonly classHashes: readonly Felt[] | undefined;
  /** Contracts that may not be called. */
  readonly blocked: readonly Felt[];
  readonly refusals: readonly Refusal[];
}

/** The fee tokens of the chain. */
const STRK_AND_ETH: readonly GasToken[] = [
  { address: STRK.address, decimals: 18, price: [{ block: 0, value: ONE_STRK }] },
  { address: ETH.address, decimals: 18, price: undefined },
];

/** Sponsors everybody, and takes STRK and ETH. The percentages are of the size that public services use. */
export const defaultSettings: PaymasterSettings = {
  available: true,
  sponsored: true,
  tokens: STRK_AND_ETH,
  overheadPercent: 10,
  maxFeePercent: 300,
  maxCalls: 100,
  maxFee: undefined,
  budget: undefined,
  classHashes: undefined,
  blocked: [],
  refusals: [],
};
