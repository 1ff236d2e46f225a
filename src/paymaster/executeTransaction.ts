import { UDC_ADDRESS } from '../chain/genesis/genesis.ts';
import { STRK } from '../chain/value/token.ts';
import { type Felt, feltOfAscii } from '../felt/felt.ts';
import type { EstimatedFee } from '../rpc/format/gas.ts';
import { type Hex, hex } from '../rpc/format/hex.ts';
import { acceptsSignature, checkDeployment, classHashOf, deploymentCall, TRANSFER, transfer } from './accountFacts.ts';
import { NodeAnswerError } from './askNode.ts';
import { reasonOf } from './buildTransaction.ts';
import { executeFromOutside, type OutsideExecution, outsideExecutionIn } from './outsideExecution.ts';
import { outsideExecutionHash } from './outsideHash.ts';
import { executionError, PaymasterError } from './paymasterError.ts';
import { type ExecuteRequest, type OutsideCall, partsOf } from './requests.ts';
import { checkClass, checkLength, checkRules, checkSponsoredFee, checkTime, tokenFor, userOf } from './rules.ts';
import { inToken } from './tokens.ts';
import type { PaymasterWork } from './work.ts';

/** A transaction that a paymaster sent. */
export interface RelayedTransaction {
  readonly transactionHash: Hex;
  readonly userAddress: Hex;
  readonly mode: 'default' | 'sponsored';
  /** What the paymaster expected to pay for it, in FRI. */
  readonly feeInStrk: bigint;
  /** The token that the user paid in, and how much; undefined if it was sponsored. */
  readonly gasToken: Hex | undefined;
  readonly paidInGasToken: bigint | undefined;
}

const ANY_CALLER = feltOfAscii('ANY_CALLER');

/** Sends a transaction that its user signed. */
export async function executeTransaction(
  work: PaymasterWork,
  { transaction, parameters }: ExecuteRequest,
): Promise<RelayedTransaction> {
  const { ask, relayer, settings } = work;
  const { deployment, invoke } = partsOf(transaction);
  const { mode } = parameters.feeMode;
  const execution = invoke && outsideExecutionIn(invoke.typedData);
  checkLength(execution?.calls ?? [], deployment, invoke?.signature);
  checkRules(work, mode, execution?.calls ?? []);
  const token = tokenFor(work, parameters.feeMode, STRK.address);
  if (deployment) await checkDeployment(ask, deployment);
  const user = userOf(invoke, deployment);
  checkClass(work, deployment?.address === user ? deployment.classHash : await classHashOf(ask, user));
  if (execution) checkExecution(work, execution);
  const payment = mode === 'default' ? paymentIn(execution, token.address, relayer.address) : undefined;

  const first = [
    ...(deployment ? [deploymentCall(UDC_ADDRESS, deployment)] : []),
    ...(execution ? [executeFromOutside(user, execution, invoke!.signature)] : []),
  ];
  await relayer.prepare(ask);
  // How much is paid back is known after the estimate. The gas depends on whether something stays and something goes back, not on the amounts.
  const back = (amount: bigint) => (amount > 0n ? [transfer(token.address, user, amount)] : []);
  const estimate = await estimateOrRefuse(
    work,
    user,
    [...first, ...back((payment ?? 0n) / 2n)],
    execution,
    invoke?.signature,
  );
  const feeInStrk = BigInt(estimate.overall_fee);
  checkSponsoredFee(work, mode, feeInStrk);
  const paid =
    payment === undefined
      ? undefined
      : inToken((feeInStrk * BigInt(100 + settings.overheadPercent)) / 100n, token.fri, token.decimals);
  if (paid !== undefined && paid > payment!)
    throw new PaymasterError(
      'MAX_AMOUNT_TOO_LOW',
      `The transaction costs ${hex(paid)} of the token ${hex(token.address)}, and its user signed ${hex(payment!)} at most. Build it again.`,
    );
  const calls = [...first, ...back(payment === undefined ? 0n : payment - paid!)];
  const transactionHash = await relayer.send(ask, calls, estimate);
  return {
    transactionHash,
    userAddress: hex(user),
    mode,
    feeInStrk,
    gasToken: paid === undefined ? undefined : hex(token.address),
    paidInGasToken: paid,
  };
}

function checkExecution(work: PaymasterWork, { caller, executeAfter, executeBefore }: OutsideExecution): void {
  checkTime(work, executeAfter, executeBefore);
  if (caller !== work.relayer.address && caller !== ANY_CALLER)
    throw new PaymasterError(
      'UNKNOWN_ERROR',
      `The typed data is for the caller ${hex(caller)}. This paymaster sends as ${hex(work.relayer.address)}: sign what paymaster_buildTransaction gives.`,
    );
}

/** What the user signed to pay at most: the last call transfers it to the paymaster. */
function paymentIn(execution: OutsideExecution | undefined, token: Felt, relayer: Felt): bigint {
  const last = execution?.calls.at(-1);
  const [recipient, low, high] = last?.calldata ?? [];
  if (last?.selector === TRANSFER && last.to === token && recipient === relayer && low !== undefined)
    return low + ((high ?? 0n) << 128n);
  throw new PaymasterError(
    'UNKNOWN_ERROR',
    `The last call must transfer the fee in ${hex(token)} to ${hex(relayer)}: sign what paymaster_buildTransaction gives.`,
  );
}

/** What the calls cost. If they are refused: because of the signature, or because of what they do. */
async function estimateOrRefuse(
  { ask, node, relayer }: PaymasterWork,
  user: Felt,
  calls: readonly OutsideCall[],
  execution: OutsideExecution | undefined,
  signature: readonly Felt[] = [],
): Promise<EstimatedFee> {
  try {
    return await relayer.estimate(ask, calls);
  } catch (error) {
    if (!(error instanceof NodeAnswerError)) throw error;
    if (execution) {
      const hash = outsideExecutionHash(execution, user, node.chainId);
      if ((await acceptsSignature(ask, user, hash, signature)) === false)
        throw new PaymasterError(
          'INVALID_SIGNATURE',
          `The account ${hex(user)} does not accept this signature of the typed data, whose hash is ${hex(hash)}.`,
        );
    }
    throw executionError(reasonOf(error));
  }
}
