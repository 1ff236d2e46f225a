import type { Rejection } from '../../execution/outcome.ts';
import { submissionError } from '../../execution/rejectionError.ts';
import { ChainError } from '../../protocol/chainError.ts';
import type { Rerun } from './rerun.ts';

/** Whether the chain refused a transaction for good. Other errors, such as an origin that does not answer, say nothing about it. */
export const isRejection = (error: unknown): error is ChainError =>
  error instanceof RejectedTransaction || (error instanceof ChainError && error.kind === 'duplicateTransaction');

/** The error of a transaction that the chain refused after it ran, with what it takes to run it again. */
export class RejectedTransaction extends ChainError {
  override readonly name = 'RejectedTransaction';
  readonly rerun: Rerun;

  constructor(rejection: Rejection, rerun: Rerun) {
    const { kind, facts } = submissionError(rejection);
    // Errors about envelopes do not come from executions.
    super(kind as ConstructorParameters<typeof ChainError>[0], facts);
    this.rerun = rerun;
  }
}
