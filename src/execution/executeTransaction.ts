import { feltOfAscii } from '../felt/felt.ts';
import type { Execution } from './callContext.ts';
import type { CallInfo } from './callInfo.ts';
import type { ExecutionEnvironment } from './environment.ts';
import { formatErrorStack } from './errors/formatErrorStack.ts';
import { NO_GAS } from './gasVector.ts';
import { type ExecutionResult, type Outcome, TransactionRejectedError, type TrialFlags } from './outcome.ts';
import { checkSize } from './phases/bouncer.ts';
import { transferFee } from './phases/charge.ts';
import { declare, declareClass } from './phases/declare.ts';
import { deployAccount } from './phases/deployAccount.ts';
import { directInvoke } from './phases/directInvoke.ts';
import { invoke } from './phases/invoke.ts';
import { executeL1Handler } from './phases/l1Handler.ts';
import type { PhasesResult } from './phases/phasesResult.ts';
import { preValidation } from './phases/preValidation.ts';
import { type Run, startRun } from './phases/run.ts';
import type { Receipt } from './receipt.ts';
import { eventsOf, messagesOf } from './receiptParts.ts';
import type { TransactionTrace } from './trace.ts';
import type {
  AccountTransaction,
  DeclareV3,
  DeployAccountV3,
  InvokeV3,
  L1HandlerTransaction,
  Submission,
} from './transaction.ts';

/** The sender of the first declarations of a chain. It is not an account and pays no fee. */
const BOOTSTRAP = feltOfAscii('BOOTSTRAP');

/**
 * Runs a transaction through its phases. It does not change the state: the outcome contains the changes.
 * The same transaction on the same state and block has the same outcome, so a trace can be made by running it again.
 */
export function* executeTransaction(
  environment: ExecutionEnvironment,
  submission: Submission,
  flags: TrialFlags,
): Execution<Outcome> {
  let run: Run | undefined;
  try {
    if (isL1Submission(submission))
      return { kind: 'included', executed: yield* executeL1Handler(environment, submission, flags) };
    run = startRun(submission as AccountSubmission, environment, flags);
    return { kind: 'included', executed: yield* executeAccount(run) };
  } catch (error) {
    if (error instanceof TransactionRejectedError)
      return { kind: 'rejected', rejection: error.rejection, validationGas: run?.validationGas };
    throw error;
  }
}

type AccountSubmission = Submission & { readonly transaction: AccountTransaction };

const isL1Submission = (
  submission: Submission,
): submission is { transaction: L1HandlerTransaction; hash: Submission['hash'] } =>
  submission.transaction.type === 'L1_HANDLER';

function* executeAccount(run: Run): Execution<ExecutionResult> {
  const { transaction, state, flags } = run;
  const { block } = run.environment;
  if (
    transaction.type === 'DECLARE' &&
    transaction.senderAddress === BOOTSTRAP &&
    transaction.nonce === 0n &&
    !flags.chargeFee
  ) {
    yield* declareClass(run as Run<DeclareV3>);
    return assemble(run, undefined, undefined);
  }
  yield* preValidation(transaction, run.bounds, state, block, flags);
  const result = yield* runPhases(run);
  const feeTransfer = yield* transferFee(run, result.fee);
  if (flags.checkSize) checkSize(run, result, feeTransfer);
  return assemble(run, result, feeTransfer);
}

function runPhases(run: Run): Execution<PhasesResult> {
  switch (run.transaction.type) {
    case 'INVOKE': {
      const { callAs } = run.flags;
      return callAs === undefined ? invoke(run as Run<InvokeV3>) : directInvoke(run as Run<InvokeV3>, callAs);
    }
    case 'DECLARE':
      return declare(run as Run<DeclareV3>);
    case 'DEPLOY_ACCOUNT':
      return deployAccount(run as Run<DeployAccountV3>);
  }
}

function assemble(
  run: Run,
  result: PhasesResult | undefined,
  feeTransferInvocation: CallInfo | undefined,
): ExecutionResult {
  const { transaction, state } = run;
  const { validated: validateInvocation, executed } = result ?? {};
  const reverted = result?.reverted;
  const reason = typeof reverted === 'object' ? formatErrorStack(reverted) : reverted;
  const gas = result?.charge.gas ?? NO_GAS;
  const daGas = result?.charge.daGas ?? NO_GAS;
  const inOrder =
    transaction.type === 'DEPLOY_ACCOUNT'
      ? [executed, validateInvocation, feeTransferInvocation]
      : [validateInvocation, executed, feeTransferInvocation];
  const receipt: Receipt = {
    transactionHash: run.submission.hash,
    type: transaction.type,
    actualFee: { amount: result?.fee ?? 0n, unit: 'FRI' },
    execution: reason === undefined ? { status: 'SUCCEEDED' } : { status: 'REVERTED', revertReason: reason },
    // The order is the same for DEPLOY_ACCOUNT, although its constructor runs before the validation.
    events: eventsOf([validateInvocation, executed, feeTransferInvocation]),
    messages: messagesOf(inOrder),
    gas,
    daGas,
    ...(transaction.type === 'DEPLOY_ACCOUNT' ? { contractAddress: transaction.contractAddress } : {}),
    cheats: run.cheats?.applied,
  };
  const stateDiff = state.diff();
  const parts = {
    stateDiff,
    executionResources: { ...gas, l1DataGas: daGas.l1DataGas },
    gasMode: run.mode,
    constants: run.environment.block.constants,
    validateInvocation,
    feeTransferInvocation,
  };
  return {
    receipt,
    trace: traceOf(),
    stateDiff,
    declared: state.declarations,
    initialReads: state.initialReads(),
    innerCalls: run.innerCalls.beyond(transaction),
    failure: reverted,
    requiredGas: run.requiredGas,
    validationGas: run.validationGas,
  };

  function traceOf(): TransactionTrace {
    switch (transaction.type) {
      case 'INVOKE':
        return { type: 'INVOKE', executeInvocation: executed ?? { revertReason: reason ?? '' }, ...parts };
      case 'DECLARE':
        return { type: 'DECLARE', ...parts };
      case 'DEPLOY_ACCOUNT':
        return { type: 'DEPLOY_ACCOUNT', constructorInvocation: executed!, ...parts };
    }
  }
}
