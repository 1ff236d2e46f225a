import { keyOf } from '../../felt/key.ts';
import { retryRead } from '../../state/retryRead.ts';
import type { Execution } from '../callContext.ts';
import { TransactionRejectedError } from '../outcome.ts';
import type { DeclareV3, Submission } from '../transaction.ts';
import { chargeFor } from './charge.ts';
import { finishNonRevertible, type PhasesResult } from './phasesResult.ts';
import type { Run } from './run.ts';
import { VALIDATE_DECLARE, validate } from './validate.ts';

/** Validates a DECLARE and declares its class. */
export function* declare(run: Run<DeclareV3>): Execution<PhasesResult> {
  const validated = yield* validate(run, VALIDATE_DECLARE, [keyOf(run.transaction.classHash)]);
  yield* declareClass(run);
  return yield* finishNonRevertible(run, validated, undefined, chargeFor(run, validated ? [validated] : []));
}

/** Declares the class of a submission. Rejects it if the compiled class hash is wrong or the class is already declared. */
export function* declareClass(run: Run<DeclareV3>): Execution<void> {
  const { classHash, compiledClassHash: declared } = run.transaction;
  const { declaredClass } = run.submission as Extract<Submission, { declaredClass: unknown }>;
  const { compiledClassHash: compiled } = declaredClass;
  if (declared !== compiled)
    throw new TransactionRejectedError({ kind: 'compiledClassHash', classHash, declared, compiled });
  const key = keyOf(classHash);
  const known = yield* retryRead(() => run.state.classAt(key));
  if (known) throw new TransactionRejectedError({ kind: 'alreadyDeclared', classHash });
  run.state.declare(key, declaredClass);
}
