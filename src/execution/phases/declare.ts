import { keyOf } from '../../felt/key.ts';
import type { Execution } from '../callContext.ts';
import { reading } from '../environment.ts';
import { Rejected } from '../outcome.ts';
import type { DeclareV3, Submission } from '../transaction.ts';
import { chargeFor } from './charge.ts';
import { settleNonRevertible } from './nonRevertible.ts';
import type { PhasesResult } from './phasesResult.ts';
import type { Run } from './run.ts';
import { VALIDATE_DECLARE, validate } from './validate.ts';

/** Validates a declaration and keeps its class. */
export function* declare(run: Run<DeclareV3>): Execution<PhasesResult> {
  const validated = yield* validate(run, VALIDATE_DECLARE, [keyOf(run.transaction.classHash)]);
  yield* keepClass(run);
  return yield* settleNonRevertible(run, validated, undefined, chargeFor(run, validated ? [validated] : []));
}

/** Declares the class of a submission, if its compiled hash is right and it is not declared yet. */
export function* keepClass(run: Run<DeclareV3>): Execution<void> {
  const { classHash, compiledClassHash: declared } = run.transaction;
  const { declaredClass } = run.submission as Extract<Submission, { declaredClass: unknown }>;
  const { compiledClassHash: compiled } = declaredClass;
  if (declared !== compiled) throw new Rejected({ kind: 'compiledClassHash', classHash, declared, compiled });
  const key = keyOf(classHash);
  const known = yield* reading(() => run.state.classAt(key));
  if (known) throw new Rejected({ kind: 'alreadyDeclared', classHash });
  run.state.declare(key, declaredClass);
}
