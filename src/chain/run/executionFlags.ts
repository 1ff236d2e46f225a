import type { ExecutionFlags } from '../../execution/outcome.ts';
import { type Submission, senderOf } from '../../execution/transaction.ts';
import { keyOf } from '../../felt/key.ts';
import type { ChainValue } from '../value/chainValue.ts';
import type { SimulationOptions } from './simulation.ts';

/** How a transaction that a client sends is executed. */
export const flagsOf = (value: ChainValue, submission: Submission): ExecutionFlags => ({
  onlyQuery: false,
  validate: !isImpersonated(value, submission),
  chargeFee: true,
  strictNonce: isStrictNonce(value, submission),
  checkSize: true,
});

/** How an estimate or a simulation executes a transaction. */
export const dryRunFlags = (
  value: ChainValue,
  submission: Submission,
  { skipValidate, skipFeeCharge }: SimulationOptions,
): ExecutionFlags => ({
  onlyQuery: true,
  validate: !skipValidate && !isImpersonated(value, submission),
  chargeFee: !skipFeeCharge,
  strictNonce: isStrictNonce(value, submission),
  checkSize: true,
});

/** An estimate of a message runs its handler, without a fee. */
export const MESSAGE_ESTIMATE: ExecutionFlags = {
  onlyQuery: true,
  validate: true,
  chargeFee: false,
  strictNonce: true,
  checkSize: true,
};

/** The signature of an impersonated account is not checked. */
function isImpersonated({ autoImpersonate, impersonated }: ChainValue, { transaction }: Submission): boolean {
  if (transaction.type !== 'INVOKE' && transaction.type !== 'DECLARE') return false;
  return autoImpersonate || impersonated.has(keyOf(senderOf(transaction)));
}

/** Whether the nonce must equal that of the account. With blocks on demand it may be higher, except for declarations. */
const isStrictNonce = ({ blockGeneration }: ChainValue, { transaction }: Submission): boolean =>
  blockGeneration === 'transaction' || transaction.type === 'DECLARE';
