import type { GasPrice, GasPrices } from '../execution/blockContext.ts';
import type { GasVector } from '../execution/gasVector.ts';
import type { ExecutionFlags } from '../execution/outcome.ts';
import type { ExecutionStatus, Receipt, ReceiptEvent, ReceiptMessage } from '../execution/receipt.ts';
import type {
  DeclareV3,
  DeployAccountV3,
  ExecutableTransaction,
  InvokeV3,
  L1HandlerTransaction,
  ResourceBound,
  ResourceBounds,
} from '../execution/transaction.ts';
import type { ByteReader } from './byteReader.ts';
import { appliedCheats } from './cheatCodec.ts';
import {
  felt,
  felts,
  filledList,
  flag,
  key,
  list,
  literal,
  natural,
  optional,
  record,
  repeated,
  text,
  variant,
} from './codec.ts';
import type { StoredEvents } from './storedEvents.ts';

const gasPrice = record<GasPrice>({ wei: felt, fri: felt });
export const gasPrices = repeated(record<GasPrices>({ l1Gas: gasPrice, l1DataGas: gasPrice, l2Gas: gasPrice }));
const gas = record<GasVector>({ l1Gas: natural, l1DataGas: natural, l2Gas: natural });

const bound = record<ResourceBound>({ maxAmount: natural, maxPricePerUnit: natural });
const mode = literal('L1', 'L2');
const v3 = {
  signature: felts,
  nonce: felt,
  isQuery: flag,
  version: literal(3),
  resourceBounds: repeated(record<ResourceBounds>({ l1Gas: bound, l1DataGas: bound, l2Gas: bound })),
  tip: natural,
  paymasterData: felts,
  nonceDataAvailabilityMode: mode,
  feeDataAvailabilityMode: mode,
} as const;

const kinds = {
  INVOKE: record<InvokeV3>({
    ...v3,
    type: literal('INVOKE'),
    senderAddress: felt,
    calldata: felts,
    accountDeploymentData: felts,
    proofFacts: felts,
  }),
  DECLARE: record<DeclareV3>({
    ...v3,
    type: literal('DECLARE'),
    senderAddress: felt,
    classHash: felt,
    compiledClassHash: felt,
    accountDeploymentData: felts,
  }),
  DEPLOY_ACCOUNT: record<DeployAccountV3>({
    ...v3,
    type: literal('DEPLOY_ACCOUNT'),
    contractAddress: felt,
    contractAddressSalt: felt,
    constructorCalldata: felts,
    classHash: felt,
  }),
  L1_HANDLER: record<L1HandlerTransaction>({
    type: literal('L1_HANDLER'),
    version: literal(0),
    nonce: felt,
    contractAddress: felt,
    entryPointSelector: felt,
    calldata: filledList(felt),
    paidFeeOnL1: natural,
  }),
};
export const transactionCodec = variant<ExecutableTransaction, 'type'>('type', kinds);

/** Whether the transaction that is read next is a declaration. */
export const startsDeclare = (from: ByteReader): boolean => from.peek() === Object.keys(kinds).indexOf('DECLARE');

const messageCodec = record<ReceiptMessage>({ fromAddress: felt, toAddress: felt, payload: felts });

const receiptMembers = {
  transactionHash: felt,
  type: literal('INVOKE', 'DECLARE', 'DEPLOY_ACCOUNT', 'L1_HANDLER'),
  actualFee: record<Receipt['actualFee']>({ amount: natural, unit: literal('FRI', 'WEI') }),
  execution: variant<ExecutionStatus, 'status'>('status', {
    SUCCEEDED: record({ status: literal('SUCCEEDED') }),
    REVERTED: record({ status: literal('REVERTED'), revertReason: text }),
  }),
  events: list(record<ReceiptEvent>({ fromAddress: felt, keys: felts, data: felts })),
  messages: list(messageCodec),
  gas: repeated(gas),
  daGas: repeated(gas),
  contractAddress: optional(felt),
  messageHash: optional(natural),
  cheats: optional(appliedCheats),
} as const;
export const receiptCodec = record<Receipt>(receiptMembers);

const receiptCodecs = Object.values(receiptMembers);
/** Goes over a receipt and stores what searches look at in its events. */
export function storeEvents(from: ByteReader, stored: StoredEvents): void {
  for (const codec of receiptCodecs)
    if (codec !== receiptMembers.events) codec.skip(from);
    else for (let events = from.length(); events > 0; events--) stored.add(from);
}

export const flagsCodec = repeated(
  record<ExecutionFlags>({
    onlyQuery: flag,
    chargeFee: flag,
    validate: flag,
    strictNonce: flag,
    checkSize: flag,
    callAs: optional(key),
  }),
);
