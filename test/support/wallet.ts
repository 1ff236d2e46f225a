// Signs requests as a wallet would.
import { selectorOf } from '../../src/execution/hash/address.ts';
import { transactionHash } from '../../src/execution/hash/transactionHash.ts';
import type { DeclareV3, InvokeV3 } from '../../src/execution/transaction.ts';
import { type Felt, feltOfAscii, formatFelt, toFelt } from '../../src/felt/felt.ts';
import { starkSign } from '../../src/felt/stark.ts';
import type { SierraContractClass } from '../../src/rpc/format/contractClass.ts';

export const STRK = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const CHAIN_ID = feltOfAscii('SN_SEPOLIA');

export interface Signer {
  readonly address: string | bigint;
  readonly privateKey: string | bigint;
}

const felt = (value: string | bigint): Felt => toFelt(BigInt(value));

export interface Call {
  readonly to: bigint;
  readonly entryPoint: string;
  readonly calldata: readonly bigint[];
}

const hex = (felts: readonly Felt[]) => felts.map(formatFelt);
const v3 = {
  version: 3,
  isQuery: false,
  signature: [],
  resourceBounds: {
    l1Gas: { maxAmount: 100_000n, maxPricePerUnit: 10n ** 12n },
    l1DataGas: { maxAmount: 10_000n, maxPricePerUnit: 10n ** 12n },
    l2Gas: { maxAmount: 100_000_000n, maxPricePerUnit: 10n ** 12n },
  },
  tip: 0n,
  paymasterData: [],
  accountDeploymentData: [],
  nonceDataAvailabilityMode: 'L1',
  feeDataAvailabilityMode: 'L1',
} as const;

const bound = ({ maxAmount, maxPricePerUnit }: { maxAmount: bigint; maxPricePerUnit: bigint }) => ({
  max_amount: `0x${maxAmount.toString(16)}`,
  max_price_per_unit: `0x${maxPricePerUnit.toString(16)}`,
});

/** The common fields of all transactions, signed, in the format of the API. */
export function wire<T extends InvokeV3 | DeclareV3>(transaction: T, { privateKey }: Signer) {
  const { r, s } = starkSign(felt(privateKey), transactionHash(transaction, CHAIN_ID));
  const { l1Gas, l1DataGas, l2Gas } = transaction.resourceBounds;
  return {
    type: transaction.type as T['type'],
    version: '0x3',
    sender_address: formatFelt(transaction.senderAddress),
    nonce: formatFelt(transaction.nonce),
    signature: hex([r, s]),
    resource_bounds: { l1_gas: bound(l1Gas), l1_data_gas: bound(l1DataGas), l2_gas: bound(l2Gas) },
    tip: `0x${transaction.tip.toString(16)}`,
    paymaster_data: [],
    account_deployment_data: [],
    nonce_data_availability_mode: 'L1',
    fee_data_availability_mode: 'L1',
  } as const;
}

/** The parameters of addInvokeTransaction. */
export const invoke = (signer: Signer, nonce: number | bigint, ...calls: readonly Call[]) =>
  invokeOffering({}, signer, nonce, ...calls);

/** What a transaction offers for being selected. */
export interface Offer {
  readonly tip?: bigint;
  readonly l2PriceFri?: bigint;
}

/** The same for a transaction with an offer. */
export function invokeOffering(
  { tip = v3.tip, l2PriceFri = v3.resourceBounds.l2Gas.maxPricePerUnit }: Offer,
  signer: Signer,
  nonce: number | bigint,
  ...calls: readonly Call[]
) {
  const calldata = [
    toFelt(calls.length),
    ...calls.flatMap(({ to, entryPoint, calldata }) => [
      toFelt(to),
      selectorOf(entryPoint),
      toFelt(calldata.length),
      ...calldata.map(toFelt),
    ]),
  ];
  const transaction: InvokeV3 = {
    ...v3,
    tip,
    resourceBounds: { ...v3.resourceBounds, l2Gas: { ...v3.resourceBounds.l2Gas, maxPricePerUnit: l2PriceFri } },
    type: 'INVOKE',
    senderAddress: felt(signer.address),
    nonce: toFelt(nonce),
    calldata,
    proofFacts: [],
  };
  return { invoke_transaction: { ...wire(transaction, signer), calldata: hex(calldata) } };
}

/** The parameters of addInvokeTransaction for a transfer of STRK. */
export const transfer = (signer: Signer, nonce: number | bigint, to: bigint, amount = 1n, offer: Offer = {}) =>
  invokeOffering(offer, signer, nonce, { to: BigInt(STRK), entryPoint: 'transfer', calldata: [to, amount, 0n] });

/** The parameters of addDeclareTransaction for a class file whose hashes are known. */
export function declare(
  signer: Signer,
  nonce: number | bigint,
  contractClass: { readonly abi: unknown },
  hashes: { readonly classHash: Felt; readonly compiledClassHash: Felt },
) {
  const transaction: DeclareV3 = {
    ...v3,
    ...hashes,
    type: 'DECLARE',
    senderAddress: felt(signer.address),
    nonce: toFelt(nonce),
  };
  const { abi, ...rest } = contractClass;
  return {
    declare_transaction: {
      ...wire(transaction, signer),
      compiled_class_hash: formatFelt(hashes.compiledClassHash),
      contract_class: { ...rest, abi: typeof abi === 'string' ? abi : JSON.stringify(abi) } as SierraContractClass,
    },
  };
}
