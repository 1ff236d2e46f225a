import type { RelayedTransaction } from '../../paymaster/executeTransaction.ts';
import type { PaymasterErrorName } from '../../paymaster/paymasterError.ts';
import type { AddressLike, AmountLike, FeltLike, Hex } from '../values.ts';

/** A token that fees can be paid in. */
export interface GasTokenInput {
  readonly address: AddressLike;
  /** Default: 18. */
  readonly decimals?: number | undefined;
  /**
   * What a whole token costs, in FRI (10^-18 STRK), or a list of prices from given blocks on. Default: what the gas prices of the chain say that an
   * ETH costs.
   */
  readonly priceInStrk?:
    | AmountLike
    | readonly { readonly block: number; readonly priceInStrk: AmountLike }[]
    | undefined;
}

/** A refusal that a test asks for. */
export interface PaymasterRefusal {
  /** The error of SNIP-29, such as `'INVALID_SIGNATURE'`. */
  readonly error: PaymasterErrorName;
  /** Only of this method. Default: of both. */
  readonly method?: 'build' | 'execute' | undefined;
  /** Only for this user. Default: for all. */
  readonly user?: AddressLike | undefined;
  /** How often. Default: until the settings change. */
  readonly times?: number | undefined;
  /** The data of the error. */
  readonly data?: string | undefined;
}

/** How a paymaster behaves. What is left out stays as it is. */
export interface PaymasterSettingsInput {
  /** Whether it takes transactions. Default: true. */
  readonly available?: boolean | undefined;
  /**
   * Who is sponsored: everybody, nobody, or those whose requests have one of these keys in the header `x-paymaster-api-key`. Default: true.
   */
  readonly sponsored?: boolean | readonly string[] | undefined;
  /** The tokens that fees can be paid in. Default: STRK and ETH. */
  readonly tokens?: readonly GasTokenInput[] | undefined;
  /** What users pay beside the fee, in percent of it. Default: 10. */
  readonly overheadPercent?: number | undefined;
  /** The fee that users sign at most, in percent of the estimate. Default: 300. */
  readonly maxFeePercent?: number | undefined;
  /** The most calls of one transaction. Default: 100. */
  readonly maxCalls?: number | undefined;
  /** The most that a sponsored transaction may cost, in FRI. Default: no limit. */
  readonly maxFee?: AmountLike | null | undefined;
  /** The most that all sponsored transactions from now on may cost together, in FRI. Default: no limit. */
  readonly budget?: AmountLike | null | undefined;
  /** The classes of accounts that it serves. Default: all that have SNIP-9. */
  readonly classHashes?: readonly FeltLike[] | null | undefined;
  /** Contracts that may not be called. Default: none. */
  readonly blocked?: readonly AddressLike[] | undefined;
  /** Refusals on demand. Default: none. */
  readonly refusals?: readonly PaymasterRefusal[] | undefined;
}

/** What a paymaster has done. */
export interface PaymasterState {
  /** The account that sends what users signed. */
  readonly address: Hex;
  /** What sponsored transactions have cost since the settings were changed last, in FRI. */
  readonly spent: bigint;
  /** The newest transactions that it sent, oldest first. */
  readonly transactions: readonly RelayedTransaction[];
}
