import type { Rejection } from '../../execution/outcome.ts';
import { factOf } from '../../execution/rejectionError.ts';
import type { Submission } from '../../execution/transaction.ts';
import { mismatchText } from './declaration.ts';

/** What a rejected transaction lacks, as an error would say it if the transaction were sent; undefined if it lacks nothing. */
export const missingFact = async (rejection: Rejection, submission: Submission): Promise<string | undefined> =>
  rejection.kind === 'compiledClassHash' && 'declaredClass' in submission
    ? mismatchText(rejection.declared, submission.declaredClass)
    : factOf(rejection);
