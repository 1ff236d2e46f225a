import { executeTransaction } from '../../execution/executeTransaction.ts';
import { plainCall } from '../../execution/plainCall.ts';
import { preCheck } from '../../execution/preCheck.ts';
import { simulateBatch } from './simulateBatch.ts';

/** What a node executes. An executor passes them to those who start executions, so that they are loaded together with it. */
export const executions = { executeTransaction, plainCall, preCheck, simulateBatch } as const;

export type Executions = typeof executions;
