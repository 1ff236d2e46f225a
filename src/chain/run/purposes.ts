import type { CallResult } from '../../execution/callContext.ts';
import type { Outcome } from '../../execution/outcome.ts';
import type { Purpose } from './executor.ts';
import type { SimulatedBatch } from './simulateBatch.ts';

const isFailed = (outcome: Outcome): boolean => outcome.kind === 'rejected' || outcome.executed.failure !== undefined;

/** What executions are for. */
export const TRANSACTION: Purpose<Outcome> = { kind: 'transaction', isFailed };
export const TRIAL: Purpose<Outcome> = { kind: 'trial', isFailed };
export const TRIALS: Purpose<SimulatedBatch> = {
  kind: 'trial',
  isFailed: ({ transactions, rejection }) =>
    rejection !== undefined || transactions.some(({ executed }) => executed.failure !== undefined),
};
export const CALL: Purpose<CallResult> = {
  kind: 'call',
  isFailed: (result) => result.kind === 'error' || result.info.failed,
};
