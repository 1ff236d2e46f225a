import { keyOf, ZERO_KEY } from '../../felt/key.ts';
import { retryRead } from '../../state/retryRead.ts';
import type { Execution } from '../callContext.ts';
import { undeclaredClassError } from '../calls/enterCall.ts';
import { executeDeployment } from '../calls/executeCall.ts';
import { errorStackOf } from '../errors/formatErrorStack.ts';
import { TransactionRejectedError } from '../outcome.ts';
import type { DeployAccountV3 } from '../transaction.ts';
import { keysOf } from '../transactionInfo.ts';
import { chargeFor } from './charge.ts';
import { finishNonRevertible, type PhasesResult } from './phasesResult.ts';
import { phaseContext, phaseGas, type Run, updateRequiredGas } from './run.ts';
import { VALIDATE_DEPLOY, validate } from './validate.ts';

/** Runs the constructor of a new account, then its validation. Both run in Validate mode. */
export function* deployAccount(run: Run<DeployAccountV3>): Execution<PhasesResult> {
  const { transaction, state } = run;
  const classHash = keyOf(transaction.classHash);
  const calldata = keysOf(transaction.constructorCalldata);
  const contractAddress = run.sender;
  const isDeclared = yield* retryRead(() => state.classAt(classHash) !== undefined);
  if (!isDeclared) {
    const top = { contractAddress, classHash, selector: undefined };
    const stack = errorStackOf('constructor', top, undeclaredClassError(classHash).segments);
    throw new TransactionRejectedError({ kind: 'classNotFound', classHash: transaction.classHash, stack });
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
    throw new TransactionRejectedError({ kind: 'failed', stack: errorStackOf('constructor', top, result.segments) });
  }
  updateRequiredGas(run, context, gas);
  run.remainingGas -= BigInt(result.info.gasConsumed);
  const salt = keyOf(transaction.contractAddressSalt);
  const validated = yield* validate(run, VALIDATE_DEPLOY, [classHash, salt, ...calldata]);
  const calls = validated ? [validated, result.info] : [result.info];
  return yield* finishNonRevertible(run, validated, result.info, chargeFor(run, calls));
}
