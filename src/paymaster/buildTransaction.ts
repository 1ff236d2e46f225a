import { STRK } from '../chain/value/token.ts';
import { type DeployAccountV3, unsignedInvoke } from '../execution/transaction.ts';
import { type Felt, toFelt } from '../felt/felt.ts';
import { starknetKeccak } from '../felt/hash.ts';
import { hex, hexList } from '../rpc/format/hex.ts';
import {
  type DeployAccountTransactionV3,
  formatTransaction,
  type InvokeTransactionV3,
} from '../rpc/format/transaction.ts';
import { checkDeployment, classHashOf, snip9VersionOf, tokenBalance, transfer } from './accountFacts.ts';
import { NodeAnswerError } from './askNode.ts';
import { callList, typedDataOf } from './outsideExecution.ts';
import { executionError } from './paymasterError.ts';
import { writeInvoke } from './relayer.ts';
import {
  type BuildRequest,
  type DeploymentData,
  type ExecutionParameters,
  type OutsideCall,
  partsOf,
} from './requests.ts';
import { checkClass, checkLength, checkRules, checkSponsoredFee, checkTime, tokenFor, userOf } from './rules.ts';
import { inToken } from './tokens.ts';
import type { PaymasterWork } from './work.ts';

/** How long users may take to sign, if they do not say. */
const DEFAULT_SECONDS = 3600n;
const AT_ONCE = 1n;
const NOTHING = { maxAmount: 0n, maxPricePerUnit: 0n };
const UNBOUNDED = { l1Gas: NOTHING, l1DataGas: NOTHING, l2Gas: NOTHING };
/**
 * The L2 gas that an outside execution takes beside the calls of its user, measured with predeployed accounts: both signatures, the nonce and the
 * validation; the hash of each call; and the transfer of what is paid back.
 */
const OUTSIDE_L2_GAS = { once: 1_060_000n, ofCall: 43_000n, ofPayment: 600_000n };

/** Answers paymaster_buildTransaction: the typed data to sign, and what the transaction costs. */
export async function buildTransaction(work: PaymasterWork, { transaction, parameters }: BuildRequest) {
  const { ask, node, relayer, settings } = work;
  const { deployment, invoke } = partsOf(transaction);
  const { mode } = parameters.feeMode;
  const own = invoke?.calls ?? [];
  checkLength(own, deployment);
  checkRules(work, mode, own);
  const token = tokenFor(work, parameters.feeMode, STRK.address);
  const { executeAfter = AT_ONCE, executeBefore = work.block.time + DEFAULT_SECONDS } = parameters.timeBounds ?? {};
  checkTime(work, executeAfter, executeBefore);
  if (deployment) await checkDeployment(ask, deployment);
  const user = userOf(invoke, deployment);
  checkClass(work, deployment?.address === user ? deployment.classHash : await classHashOf(ask, user));
  if (invoke && own.length === 0) throw executionError('The transaction has no calls.');

  const isPaid = mode === 'default';
  const version = invoke || isPaid ? await snip9VersionOf(ask, user, deployment) : undefined;
  // The smallest payment stands for the real one, which is not known yet.
  if (isPaid && (await tokenBalance(ask, token.address, user)) === 0n)
    throw executionError(`balance for gas token ${hex(token.address)} is zero`);
  const payment = (amount: bigint) => (isPaid ? [transfer(token.address, relayer.address, amount)] : []);
  const invoked = [...own, ...payment(1n)];
  const calculated = await estimatedFee(work, user, invoked, deployment);
  const estimated = calculated + outsideGas(invoked.length, isPaid) * work.block.prices.l2Gas.fri;
  checkSponsoredFee(work, mode, estimated);
  const suggested = (estimated * BigInt(settings.maxFeePercent)) / 100n;
  const inGasToken = (fri: bigint) => inToken(fri, token.fri, token.decimals);
  const answer = {
    parameters: writeParameters(parameters),
    fee: {
      gas_token_price_in_strk: hex(token.fri),
      estimated_fee_in_strk: hex(estimated),
      estimated_fee_in_gas_token: hex(inGasToken(estimated)),
      suggested_max_fee_in_strk: hex(suggested),
      suggested_max_fee_in_gas_token: hex(inGasToken(suggested)),
    },
  };
  if (version === undefined) return { type: 'deploy', deployment: writeDeployment(deployment!), ...answer };
  const calls = [...own, ...payment(inGasToken(suggested))];
  const execution = {
    version,
    caller: relayer.address,
    nonce: newNonce(work, user),
    executeAfter,
    executeBefore,
    calls,
  };
  const typed_data = typedDataOf(execution, node.chainId);
  // A user who pays for the deployment signs the payment, so a deployment becomes a deployment with calls.
  return deployment
    ? { type: 'deploy_and_invoke', deployment: writeDeployment(deployment), typed_data, ...answer }
    : { type: 'invoke', typed_data, ...answer };
}

const outsideGas = (calls: number, isPaid: boolean): bigint =>
  calls === 0
    ? 0n
    : OUTSIDE_L2_GAS.once + OUTSIDE_L2_GAS.ofCall * BigInt(calls) + (isPaid ? OUTSIDE_L2_GAS.ofPayment : 0n);

/** Outside executions have nonces in any order. This one is new on the chain, and the same when the same test runs again. */
const newNonce = ({ relayer, block, built }: PaymasterWork, user: Felt): Felt =>
  starknetKeccak(`${hex(relayer.address)} ${hex(user)} ${block.number} ${block.time} ${built}`);

/** What the account itself would pay for its deployment and its calls, without a signature. */
async function estimatedFee(
  { ask }: PaymasterWork,
  user: Felt,
  calls: readonly OutsideCall[],
  deployment: DeploymentData | undefined,
): Promise<bigint> {
  const request: (InvokeTransactionV3 | DeployAccountTransactionV3)[] = deployment ? [deployAccount(deployment)] : [];
  if (calls.length > 0) {
    const isNew = deployment?.address === user;
    const nonce = isNew
      ? 1n
      : BigInt(await ask('starknet_getNonce', { block_id: 'pre_confirmed', contract_address: hex(user) }));
    request.push(
      writeInvoke({
        ...unsignedInvoke({
          senderAddress: user,
          nonce: nonce as Felt,
          calldata: callList(calls),
          resourceBounds: UNBOUNDED,
        }),
        isQuery: true,
      }),
    );
  }
  try {
    const estimates = await ask('starknet_estimateFee', {
      request,
      simulation_flags: ['SKIP_VALIDATE'],
      block_id: 'pre_confirmed',
    });
    return estimates.reduce((sum, { overall_fee }) => sum + BigInt(overall_fee), 0n);
  } catch (error) {
    throw error instanceof NodeAnswerError ? executionError(reasonOf(error)) : error;
  }
}

/** Why the node refuses a transaction. */
export const reasonOf = ({ data, message }: NodeAnswerError): unknown =>
  (data as { execution_error?: unknown } | undefined)?.execution_error ?? data ?? message;

function deployAccount({ address, classHash, salt, calldata }: DeploymentData): DeployAccountTransactionV3 {
  const transaction: DeployAccountV3 = {
    type: 'DEPLOY_ACCOUNT',
    version: 3,
    isQuery: true,
    signature: [],
    nonce: toFelt(0),
    tip: 0n,
    paymasterData: [],
    nonceDataAvailabilityMode: 'L1',
    feeDataAvailabilityMode: 'L1',
    resourceBounds: UNBOUNDED,
    contractAddress: address,
    contractAddressSalt: salt,
    constructorCalldata: calldata,
    classHash,
  };
  return formatTransaction({ transaction, l1TransactionHash: undefined }) as DeployAccountTransactionV3;
}

const writeDeployment = ({ address, classHash, salt, calldata, sigdata, version }: DeploymentData) => ({
  address: hex(address),
  class_hash: hex(classHash),
  salt: hex(salt),
  calldata: hexList(calldata),
  ...(sigdata && { sigdata: hexList(sigdata) }),
  version: Number(version),
});

const writeParameters = ({ version, feeMode: { mode, gasToken, tip }, timeBounds }: ExecutionParameters) => ({
  version,
  fee_mode: { mode, ...(mode === 'default' && { gas_token: hex(gasToken!) }), ...(tip !== undefined && { tip }) },
  time_bounds: timeBounds
    ? {
        execute_after: Number(timeBounds.executeAfter ?? AT_ONCE),
        execute_before: Number(timeBounds.executeBefore),
      }
    : null,
});
