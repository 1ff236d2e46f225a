// Transactions of any account that are signed once their bounds are known, as by a wallet that estimates first.
import type { DeclaredClass } from '../../src/classes/declaredClass.ts';
import { contractAddress, selectorOf } from '../../src/execution/hash/address.ts';
import { transactionHash } from '../../src/execution/hash/transactionHash.ts';
import type {
  AccountTransaction,
  DeclareV3,
  DeployAccountV3,
  InvokeV3,
  ResourceBound,
  ResourceBounds,
} from '../../src/execution/transaction.ts';
import { type Felt, feltOfAscii, formatFelt, toFelt } from '../../src/felt/felt.ts';
import { starkSign } from '../../src/felt/stark.ts';
import { formatClass } from '../../src/rpc/format/contractClass.ts';
import type { Call } from './wallet.ts';

const CHAIN_ID = feltOfAscii('SN_SEPOLIA');
const NOTHING: ResourceBound = { maxAmount: 0n, maxPricePerUnit: 0n };
export const NO_BOUNDS: ResourceBounds = { l1Gas: NOTHING, l1DataGas: NOTHING, l2Gas: NOTHING };

export interface Signer {
  readonly address: Felt;
  readonly privateKey: Felt;
  /** The felts after the two felts of the signature. */
  readonly more?: readonly Felt[];
}

/** Makes a transaction in the format of the API from the bounds that it offers. */
export type Unsigned = (bounds: ResourceBounds) => Promise<object>;

const FIELDS = {
  version: 3,
  isQuery: false,
  signature: [],
  tip: 0n,
  paymasterData: [],
  accountDeploymentData: [],
  nonceDataAvailabilityMode: 'L1',
  feeDataAvailabilityMode: 'L1',
} as const;

const hex = (felts: readonly Felt[]) => felts.map(formatFelt);
const bound = ({ maxAmount, maxPricePerUnit }: ResourceBound) => ({
  max_amount: `0x${maxAmount.toString(16)}`,
  max_price_per_unit: `0x${maxPricePerUnit.toString(16)}`,
});

function wire(transaction: AccountTransaction, { privateKey, more = [] }: Signer) {
  const { r, s } = starkSign(privateKey, transactionHash(transaction, CHAIN_ID));
  const { l1Gas, l1DataGas, l2Gas } = transaction.resourceBounds;
  return {
    type: transaction.type,
    version: '0x3',
    nonce: formatFelt(transaction.nonce),
    signature: hex([r, s, ...more]),
    resource_bounds: { l1_gas: bound(l1Gas), l1_data_gas: bound(l1DataGas), l2_gas: bound(l2Gas) },
    tip: '0x0',
    paymaster_data: [],
    nonce_data_availability_mode: 'L1',
    fee_data_availability_mode: 'L1',
  };
}

export const invocation =
  (signer: Signer, nonce: bigint, calls: readonly Call[]): Unsigned =>
  async (resourceBounds) => {
    const calldata = [
      BigInt(calls.length),
      ...calls.flatMap(({ to, entryPoint, calldata }) => [
        to,
        selectorOf(entryPoint),
        BigInt(calldata.length),
        ...calldata,
      ]),
    ].map((felt) => toFelt(felt));
    const transaction: InvokeV3 = {
      ...FIELDS,
      type: 'INVOKE',
      senderAddress: signer.address,
      nonce: toFelt(nonce),
      calldata,
      proofFacts: [],
      resourceBounds,
    };
    return {
      ...wire(transaction, signer),
      sender_address: formatFelt(signer.address),
      calldata: hex(calldata),
      account_deployment_data: [],
    };
  };

export const declaration =
  (signer: Signer, nonce: bigint, { classHash, compiledClassHash, definition }: DeclaredClass): Unsigned =>
  async (resourceBounds) => {
    const transaction: DeclareV3 = {
      ...FIELDS,
      type: 'DECLARE',
      senderAddress: signer.address,
      nonce: toFelt(nonce),
      classHash,
      compiledClassHash,
      resourceBounds,
    };
    return {
      ...wire(transaction, signer),
      sender_address: formatFelt(signer.address),
      compiled_class_hash: formatFelt(compiledClassHash),
      contract_class: await formatClass(definition),
      account_deployment_data: [],
    };
  };

/** The address of an account with salt 0. */
export const accountAddress = (classHash: Felt, constructorCalldata: readonly Felt[]): Felt =>
  contractAddress(toFelt(0), toFelt(0), classHash, constructorCalldata);

/** A transaction by which an account with salt 0 deploys itself. */
export const accountDeployment =
  (signer: Signer, classHash: Felt, constructorCalldata: readonly Felt[]): Unsigned =>
  async (resourceBounds) => {
    const transaction: DeployAccountV3 = {
      ...FIELDS,
      type: 'DEPLOY_ACCOUNT',
      contractAddress: signer.address,
      contractAddressSalt: toFelt(0),
      constructorCalldata,
      classHash,
      nonce: toFelt(0),
      resourceBounds,
    };
    return {
      ...wire(transaction, signer),
      contract_address_salt: '0x0',
      constructor_calldata: hex(constructorCalldata),
      class_hash: formatFelt(classHash),
    };
  };
