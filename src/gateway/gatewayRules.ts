// What the gateway and the pool of the networks refuse before a transaction runs: one row for each rule, in their order. docs/gateway.md is
// written from it.
import type { BroadcastTransaction } from '../chain/run/broadcast.ts';
import { ADDRESS_BOUND } from '../execution/hash/address.ts';
import type { ResourceBound } from '../execution/transaction.ts';
import type { ChainErrorKind } from '../protocol/chainError.ts';
import type { GatewayLimits } from '../protocol/gatewayLimits.ts';
import type { SierraClass } from '../sierra/class/sierraClass.ts';
import { groupedDigits } from '../text/groupedDigits.ts';
import { hasMoreBytes } from './classBytes.ts';

/** A transaction, and what the rules compare it with. */
export interface Checked {
  readonly transaction: BroadcastTransaction;
  readonly limits: GatewayLimits;
  /** The L2 gas price of the next block, in fri. */
  readonly l2PriceFri: bigint;
  /** The nonce of the account before the transaction; undefined if it is not its turn yet. */
  readonly accountNonce?: bigint;
}

export interface GatewayRule {
  /** What is allowed, for the documentation. */
  readonly allows: string | ((limits: GatewayLimits) => string);
  /** The error of a transaction that breaks the rule. */
  readonly error: ChainErrorKind;
  /** What is wrong with a transaction; undefined if nothing is. */
  readonly fault: (checked: Checked) => string | undefined;
}

/** The rules in the order of the gateway. */
export const gatewayRules = {
  senderAddress: {
    allows: 'The sender is an address from 0x2 to 2^251 - 257',
    error: 'validationFailure',
    fault: ({ transaction }) => {
      if (transaction.type === 'DEPLOY_ACCOUNT') return undefined;
      const { senderAddress } = transaction;
      if (senderAddress > 1n && senderAddress < ADDRESS_BOUND) return undefined;
      return `The sender 0x${senderAddress.toString(16)} is none of the addresses from 0x2 to 2^251 - 257.`;
    },
  },
  accountDeploymentData: {
    allows: '`account_deployment_data` is empty',
    error: 'validationFailure',
    fault: ({ transaction }) =>
      transaction.type !== 'DEPLOY_ACCOUNT' && transaction.accountDeploymentData.length > 0
        ? 'The account deployment data must be empty.'
        : undefined,
  },
  paymasterData: {
    allows: '`paymaster_data` is empty',
    error: 'validationFailure',
    fault: ({ transaction }) =>
      transaction.paymasterData.length > 0 ? 'The paymaster data must be empty.' : undefined,
  },
  zeroBounds: {
    allows: 'Not all resource bounds are 0',
    error: 'feeBelowMinimum',
    fault: ({ transaction: { resourceBounds: bounds } }) =>
      isZero(bounds.l2Gas) && isZero(bounds.l1DataGas) && isZero(bounds.l1Gas)
        ? 'All resource bounds are 0.'
        : undefined,
  },
  l2Price: {
    allows: ({ minL2PriceFri }) => `The price bound of L2 gas is at least ${groupedDigits(minL2PriceFri)} fri`,
    error: 'feeBelowMinimum',
    fault: ({ transaction, limits: { minL2PriceFri }, l2PriceFri }) => {
      const { maxPricePerUnit } = transaction.resourceBounds.l2Gas;
      if (maxPricePerUnit >= minL2PriceFri) return undefined;
      const why =
        l2PriceFri < minL2PriceFri
          ? ` The price of this chain is ${groupedDigits(l2PriceFri)} fri; raise it to the minimum, so that estimates reach it.`
          : '';
      return `The price bound of L2 gas is ${groupedDigits(maxPricePerUnit)} fri, and at least ${groupedDigits(minL2PriceFri)} fri are needed.${why}`;
    },
  },
  l2Gas: {
    allows: ({ maxL2Gas }) =>
      `The amount bound of L2 gas is at most ${groupedDigits(maxL2Gas)}, unless a class is declared`,
    error: 'validationFailure',
    fault: ({ transaction, limits: { maxL2Gas } }) => {
      const { maxAmount } = transaction.resourceBounds.l2Gas;
      if (transaction.type === 'DECLARE' || maxAmount <= maxL2Gas) return undefined;
      return `The amount bound of L2 gas is ${groupedDigits(maxAmount)}, and at most ${groupedDigits(maxL2Gas)} is allowed.`;
    },
  },
  calldata: {
    allows: ({ maxCalldataFelts }) =>
      `Calldata, together with proof facts, has at most ${groupedDigits(maxCalldataFelts)} felts`,
    error: 'validationFailure',
    fault: ({ transaction, limits: { maxCalldataFelts } }) =>
      tooMany(calldataFelts(transaction), maxCalldataFelts, 'felts of calldata'),
  },
  signature: {
    allows: ({ maxSignatureFelts }) => `The signature has at most ${groupedDigits(maxSignatureFelts)} felts`,
    error: 'validationFailure',
    fault: ({ transaction: { signature }, limits: { maxSignatureFelts } }) =>
      tooMany(signature.length, maxSignatureFelts, 'felts of signature'),
  },
  proof: {
    allows: ({ maxProofBytes }) =>
      maxProofBytes === 0 ? 'There is no proof' : `The proof has at most ${groupedDigits(maxProofBytes)} bytes`,
    error: 'validationFailure',
    fault: ({ transaction, limits: { maxProofBytes } }) =>
      transaction.type === 'INVOKE'
        ? tooMany(transaction.proof?.length ?? 0, maxProofBytes, 'bytes of proof')
        : undefined,
  },
  dataAvailability: {
    allows: 'Both data availability modes are `L1`',
    error: 'validationFailure',
    fault: ({ transaction: { nonceDataAvailabilityMode: nonce, feeDataAvailabilityMode: fee } }) =>
      nonce === 'L1' && fee === 'L1' ? undefined : 'The data availability modes must be L1.',
  },
  proofFacts: {
    allows: 'Proof facts come with a proof, and a proof with proof facts',
    error: 'validationFailure',
    fault: ({ transaction }) =>
      transaction.type === 'INVOKE' && transaction.proofFacts.length > 0 !== (transaction.proof !== undefined)
        ? 'A proof and proof facts must be sent together.'
        : undefined,
  },
  sierraVersion: {
    allows: ({ oldestSierra, newestSierra }) =>
      `A declared class has Sierra ${oldestSierra.join('.')} to ${newestSierra.join('.')}`,
    error: 'unsupportedContractClassVersion',
    fault: ofClass(({ sierraProgram: [major, minor, patch] }, { oldestSierra, newestSierra }) => {
      // A program without a version cannot be compiled either.
      if (major === undefined || minor === undefined || patch === undefined) return undefined;
      const isOld = major < oldestSierra[0] || (major === BigInt(oldestSierra[0]) && minor < oldestSierra[1]);
      const isNew = major > newestSierra[0] || (major === BigInt(newestSierra[0]) && minor > newestSierra[1]);
      if (!isOld && !isNew) return undefined;
      return `The class has Sierra ${major}.${minor}.${patch}, and ${oldestSierra.join('.')} to ${newestSierra.join('.')} are allowed.`;
    }),
  },
  sierraLength: {
    allows: ({ maxSierraFelts }) => `Its Sierra program has at most ${groupedDigits(maxSierraFelts)} felts`,
    error: 'contractClassSizeTooLarge',
    fault: ofClass(({ sierraProgram }, { maxSierraFelts }) =>
      tooMany(sierraProgram.length, maxSierraFelts, 'felts of Sierra'),
    ),
  },
  classSize: {
    allows: ({ maxClassBytes }) => `With its ABI it has at most ${groupedDigits(maxClassBytes)} bytes of JSON`,
    error: 'contractClassSizeTooLarge',
    fault: ofClass((contractClass, { maxClassBytes }) =>
      hasMoreBytes(contractClass, maxClassBytes)
        ? `The JSON of the class has more than ${groupedDigits(maxClassBytes)} bytes.`
        : undefined,
    ),
  },
  entryPoints: {
    allows: 'Its entry points of each kind are ordered by selector, and none occurs twice',
    error: 'validationFailure',
    fault: ofClass(({ entryPointsByType }) =>
      Object.values(entryPointsByType).every((points) =>
        points.every(({ selector }, i) => i === 0 || points[i - 1]!.selector < selector),
      )
        ? undefined
        : 'The entry points of the class must be ordered by selector, each of them once.',
    ),
  },
  nonce: {
    allows: ({ maxNonceGap }) =>
      `The nonce is at most ${maxNonceGap} ahead of that of the account; that of a declaration is equal to it`,
    error: 'invalidTransactionNonce',
    fault: ({ transaction: { nonce }, accountNonce = nonce, limits: { maxNonceGap } }) =>
      nonce > accountNonce + maxNonceGap
        ? `The nonce is ${nonce}, and from ${accountNonce} to ${accountNonce + maxNonceGap} are allowed.`
        : undefined,
  },
} as const satisfies Readonly<Record<string, GatewayRule>>;

export type GatewayRuleName = keyof typeof gatewayRules;

/** Whether a bound allows no fee. */
const isZero = ({ maxAmount, maxPricePerUnit }: ResourceBound): boolean => maxAmount === 0n || maxPricePerUnit === 0n;

/** A rule for declarations alone. */
function ofClass(fault: (contractClass: SierraClass, limits: GatewayLimits) => string | undefined) {
  return ({ transaction, limits }: Checked): string | undefined =>
    transaction.type === 'DECLARE' ? fault(transaction.contractClass, limits) : undefined;
}

function calldataFelts(transaction: BroadcastTransaction): number {
  if (transaction.type === 'INVOKE') return transaction.calldata.length + transaction.proofFacts.length;
  return transaction.type === 'DEPLOY_ACCOUNT' ? transaction.constructorCalldata.length : 0;
}

const tooMany = (count: number, most: number, what: string): string | undefined =>
  count > most
    ? `There are ${groupedDigits(count)} ${what}, and at most ${groupedDigits(most)} are allowed.`
    : undefined;
