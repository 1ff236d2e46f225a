import { keyOf, ZERO_KEY } from '../../felt/key.ts';
import type { Execution } from '../callContext.ts';
import { undeclared } from '../calls/enterCall.ts';
import { executeDeployment } from '../calls/executeCall.ts';
import { reading } from '../environment.ts';
import { errorStackOf } from '../errors/formatErrorStack.ts';
import { Rejected } from '../outcome.ts';
import type { DeployAccountV3 } from '../transaction.ts';
import { keysOf } from '../transactionInfo.ts';
import { chargeFor } from './charge.ts';
import { settleNonRevertible } from './nonRevertible.ts';
import type { PhasesResult } from './phasesResult.ts';
import { noteDemand, phaseContext, phaseGas, type Run } from './run.ts';
import { VALIDATE_DEPLOY, validate } from './validate.ts';

/** Deploys an account by its own constructor, then asks it. Both run under the restrictions of validation. */
export function* deployAccount(run: Run<DeployAccountV3>): Execution<PhasesResult> {
  const { transaction, state } = run;
  const classHash = keyOf(transaction.classHash);
  const calldata = keysOf(transaction.constructorCalldata);
  const contractAddress = run.sender;
  const isDeclared = yield* reading(() => state.classAt(classHash) !== undefined);
  if (!isDeclared) {
    const top = { contractAddress, classHash, selector: undefined };
    const stack = errorStackOf('constructor', top, undeclared(classHash).segments);
    throw new Rejected({ kind: 'classNotFound', classHash: transaction.classHash, stack });
  }

  const gas = phaseGas(run, run.environment.block.constants.validateMaxSierraGas);
  const context = phaseContext(run, 'Validate', gas);
  const result = yield* executeDeployment(context, {
    kind: 'deployment',
    classHash,
    contractAddress,
    caller: ZERO_KEY,
    calldata,
    initialGas: gas,
  });
  if (result.kind === 'error') {
    const top = { contractAddress, classHash, selector: result.selector };
    throw new Rejected({ kind: 'failed', stack: errorStackOf('constructor', top, result.segments) });
  }
  noteDemand(run, context, gas);
  run.remainingGas -= BigInt(result.info.gasConsumed);
  const salt = keyOf(transaction.contractAddressSalt);
  const validated = yield* validate(run, VALIDATE_DEPLOY, [classHash, salt, ...calldata]);
  const calls = validated ? [validated, result.info] : [result.info];
  return yield* settleNonRevertible(run, validated, result.info, chargeFor(run, calls));
}
