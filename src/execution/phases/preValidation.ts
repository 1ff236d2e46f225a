import { P, toFelt } from '../../felt/felt.ts';
import { feltOf, keyOf } from '../../felt/key.ts';
import { retryRead } from '../../state/retryRead.ts';
import type { TransactionState } from '../../state/transactionState.ts';
import type { BlockContext } from '../blockContext.ts';
import { maxFee, type NormalizedBounds, totalL1Gas } from '../bounds.ts';
import type { Execution } from '../callContext.ts';
import { balanceOf } from '../feeToken.ts';
import { pricesIn } from '../gas/fee.ts';
import { minimalGas } from '../gas/minimalGas.ts';
import { type ExecutionFlags, TransactionRejectedError } from '../outcome.ts';
import { type AccountTransaction, type ResourceBound, senderOf } from '../transaction.ts';
import { checkProofFacts } from './proofFactsCheck.ts';

const LARGEST = P - 1n;

/** Makes the checks before any Cairo code runs, in the network's order, and increments the nonce. */
export function* preValidation(
  transaction: AccountTransaction,
  bounds: NormalizedBounds,
  state: TransactionState,
  block: BlockContext,
  flags: ExecutionFlags,
): Execution<void> {
  yield* useNonce(transaction, state, flags.strictNonce);
  if (flags.chargeFee) {
    checkBounds(transaction, bounds, block);
    yield* checkBalance(transaction, bounds, state, block);
  }
  if (transaction.type === 'INVOKE' && transaction.proofFacts.length)
    yield* checkProofFacts(transaction.proofFacts, state, block);
}

function* useNonce(transaction: AccountTransaction, state: TransactionState, strict: boolean): Execution<void> {
  const sender = senderOf(transaction);
  const address = keyOf(sender);
  const accountNonce = feltOf(yield* retryRead(() => state.nonceAt(address)));
  const { nonce } = transaction;
  // Only a control can set the largest felt: no nonce comes after it.
  if (accountNonce === LARGEST || (strict ? nonce !== accountNonce : nonce < accountNonce))
    throw new TransactionRejectedError({ kind: 'nonce', address: sender, accountNonce, nonce });
  state.setNonce(address, keyOf(toFelt(accountNonce + 1n)));
}

function checkBounds(transaction: AccountTransaction, bounds: NormalizedBounds, block: BlockContext): void {
  const prices = pricesIn('FRI', block.prices);
  const minimum = minimalGas(transaction, bounds.kind === 'all' ? 'All' : 'NoL2Gas', block);
  const failures: string[] = [];
  const check = (name: string, bound: ResourceBound, least: bigint, price: bigint) => {
    const { maxAmount, maxPricePerUnit } = bound;
    if (least > maxAmount)
      failures.push(`Max ${name} amount (${maxAmount}) is lower than the minimal gas amount: ${least}.`);
    if (maxPricePerUnit < price)
      failures.push(`Max ${name} price (${maxPricePerUnit}) is lower than the actual gas price: ${price}.`);
  };
  if (bounds.kind === 'l1Only') check('L1Gas', bounds.l1Gas, totalL1Gas(minimum, prices), prices.l1Gas);
  else {
    check('L1Gas', bounds.bounds.l1Gas, minimum.l1Gas, prices.l1Gas);
    check('L1DataGas', bounds.bounds.l1DataGas, minimum.l1DataGas, prices.l1DataGas);
    check('L2Gas', bounds.bounds.l2Gas, minimum.l2Gas, prices.l2Gas);
  }
  if (failures.length)
    throw new TransactionRejectedError({
      kind: 'resources',
      text: `Resource bounds were not satisfied: ${failures.join('\n')}`,
    });
}

function* checkBalance(
  transaction: AccountTransaction,
  bounds: NormalizedBounds,
  state: TransactionState,
  block: BlockContext,
): Execution<void> {
  const sender = keyOf(senderOf(transaction));
  const { low, high } = yield* retryRead(() => balanceOf(state, block.feeTokens.strk, sender));
  const required = maxFee(bounds, block.constants.rules.chargesTip ? transaction.tip : 0n);
  if (high > 0n || low >= required) return;
  throw new TransactionRejectedError({
    kind: 'balance',
    text: `Resources bounds (${describe(bounds)}) exceed balance (${low}).`,
    balance: low,
    required,
  });
}

function describe(bounds: NormalizedBounds): string {
  const one = (name: string, { maxAmount, maxPricePerUnit }: ResourceBound) =>
    `${name}: { max_amount: ${maxAmount}, max_price_per_unit: ${maxPricePerUnit} }`;
  if (bounds.kind === 'l1Only') return `{ ${one('l1_gas', bounds.l1Gas)} }`;
  const { l1Gas, l2Gas, l1DataGas } = bounds.bounds;
  return `{ ${[one('l1_gas', l1Gas), one('l2_gas', l2Gas), one('l1_data_gas', l1DataGas)].join(', ')} }`;
}
