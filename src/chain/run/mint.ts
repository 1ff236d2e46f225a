import type { GasPrices } from '../../execution/blockContext.ts';
import { selectorOf, storageAddress } from '../../execution/hash/address.ts';
import { transactionHash } from '../../execution/hash/transactionHash.ts';
import type { Outcome } from '../../execution/outcome.ts';
import { type Submission, unsignedInvoke } from '../../execution/transaction.ts';
import { type Felt, toFelt } from '../../felt/felt.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';
import { starkSign } from '../../felt/stark.ts';
import type { ChainView } from '../chainView.ts';
import { CHARGEABLE_ACCOUNT } from '../genesis/accounts.ts';
import type { StateView } from '../stateView.ts';
import { balanceAddress, ETH, STRK, type Token } from '../value/token.ts';

// Minting is an ordinary signed transaction of the minting account, which calls `permissioned_mint` of the token. Where that does not
// work, the same transaction is carried out without the account and without a fee: the sandbox calls the token itself, as the minter that the
// token permits. This happens on a fork whose origin has another account at the minting account's address (one that refuses our
// version of transactions, or has no STRK), or after such an account was edited.

const LOW = 2n ** 128n - 1n;

export interface MintRequest {
  readonly address: Felt;
  /** Below 2^256. */
  readonly amount: bigint;
  readonly unit: 'WEI' | 'FRI';
}

export const tokenOf = (unit: 'WEI' | 'FRI'): Token => (unit === 'WEI' ? ETH : STRK);

/** The transaction that mints, signed by the minting account. */
export async function mintSubmission({ address, amount, unit }: MintRequest, view: ChainView): Promise<Submission> {
  const token = tokenOf(unit);
  const { prices } = view.open;
  const { gasPrices } = view.surroundings.config;
  const unsigned = unsignedInvoke({
    senderAddress: CHARGEABLE_ACCOUNT.address,
    calldata: [
      toFelt(1n),
      token.address,
      selectorOf('permissioned_mint'),
      toFelt(3n),
      address,
      toFelt(amount & LOW),
      toFelt(amount >> 128n),
    ],
    nonce: await view.stateAt('open').nonceOf(CHARGEABLE_ACCOUNT.address),
    // Prices may have been raised since the start, and a mint must not fail because of that.
    resourceBounds: {
      l1Gas: { maxAmount: 1_000_000n, maxPricePerUnit: larger(prices, gasPrices, 'l1Gas') },
      l1DataGas: { maxAmount: 1_000_000n, maxPricePerUnit: larger(prices, gasPrices, 'l1DataGas') },
      l2Gas: { maxAmount: 1_000_000_000n, maxPricePerUnit: larger(prices, gasPrices, 'l2Gas') },
    },
  });
  const hash = transactionHash(unsigned, view.chainId);
  const { r, s } = starkSign(CHARGEABLE_ACCOUNT.privateKey, hash);
  return { transaction: { ...unsigned, signature: [r, s] }, hash };
}

/** Runs a minting transaction on the open block in the way that works, without adding it to the block. */
export async function executeMint<R extends { readonly outcome: Outcome }>(
  submission: Submission,
  token: Token,
  state: StateView,
  execute: (submission: Submission, callAs?: FeltKey) => Promise<R>,
): Promise<R> {
  const ordinary = await execute(submission);
  if (hasSucceeded(ordinary.outcome)) return ordinary;
  const minter = await state.storageOf(token.address, storageAddress('permitted_minter'));
  const direct = await execute(submission, keyOf(minter === 0n ? CHARGEABLE_ACCOUNT.address : minter));
  // If both ways fail, the token refuses. The error of the ordinary transaction says so if it reached the token.
  return !hasSucceeded(direct.outcome) && hasReached(ordinary.outcome, token) ? ordinary : direct;
}

const hasSucceeded = (outcome: Outcome): boolean =>
  outcome.kind === 'included' && outcome.executed.receipt.execution.status === 'SUCCEEDED';

const hasReached = (outcome: Outcome, { address }: Token): boolean =>
  outcome.kind === 'included' &&
  outcome.executed.receipt.execution.status === 'REVERTED' &&
  outcome.executed.receipt.execution.revertReason.includes(address.toString(16));

/** Why a minting transaction reverted. An overflow gets its own sentence. */
export const mintingError = (revertReason: string): string =>
  revertReason.includes('u256_add Overflow')
    ? "The requested minting amount overflows the token contract's total_supply."
    : revertReason;

/** The balance of an address. */
export async function balanceIn(state: StateView, token: Token, address: Felt): Promise<bigint> {
  const cell = balanceAddress(address);
  const low = await state.storageOf(token.address, cell);
  const high = await state.storageOf(token.address, toFelt(cell + 1n));
  return (high << 128n) + low;
}

function larger(a: GasPrices, b: GasPrices, gas: keyof GasPrices): bigint {
  if (a[gas].fri > b[gas].fri) return a[gas].fri;
  return b[gas].fri;
}
