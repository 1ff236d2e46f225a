// How users say how a transaction is sent or estimated.
import type { AmountLike, AtBlock, FeltLike } from '../values.ts';
import type { GasBounds } from './fees.ts';
import type { FromLike } from './sendingAccount.ts';

/** How a transaction is sent. */
export interface SendOptions {
  /**
   * Who sends: an account with its key or signer, an address, or a contract. The address of a predeployed account is enough; any other account
   * must be impersonated. The first predeployed account sends if you leave `from` out; an undefined `from` is an error.
   */
  readonly from?: FromLike;
  /** The nonce. Default: the account's next one. */
  readonly nonce?: FeltLike | undefined;
  /**
   * The most that the transaction may use of each kind of gas: an amount, or `{ maxAmount, maxPricePerUnit }` with the price in FRI.
   * `box.estimate` gives what suffices. Default, also for what is left out: amounts for nearly every transaction, at one and a half
   * times the present prices.
   */
  readonly resourceBounds?: GasBounds | undefined;
  /** What is paid for each unit of L2 gas beside its price, in FRI. Default: 0. */
  readonly tip?: AmountLike | undefined;
  /** Returns a reverted transaction instead of throwing. */
  readonly allowRevert?: boolean | undefined;
}

/** The names of `SendOptions`. */
export const SEND_OPTIONS = [
  'from',
  'nonce',
  'resourceBounds',
  'tip',
  'allowRevert',
] as const satisfies readonly (keyof SendOptions)[];

/** Options of estimates: who would send the transaction, with which nonce and tip, and after which block. */
export interface EstimateOptions extends AtBlock, Pick<SendOptions, 'from' | 'nonce' | 'tip'> {}

/** The names of `EstimateOptions`. */
export const ESTIMATE_OPTIONS = ['from', 'nonce', 'tip', 'block'] as const satisfies readonly (keyof EstimateOptions)[];
