import { contractAddress } from '../../execution/hash/address.ts';
import type {
  DeclareV3,
  DeployAccountV3,
  ExecutableTransaction,
  InvokeV3,
  L1HandlerTransaction,
} from '../../execution/transaction.ts';
import type { Felt } from '../../felt/felt.ts';
import { isObject, type Json } from '../../json/json.ts';
import { invalidParams } from '../rpcError.ts';
import { ignored, list, struct } from './decoder.ts';
import { felt, hexOrPlain } from './felt.ts';
import { transactionFields } from './transaction.ts';

/** A transaction of a block that cannot be executed. */
export class OldTransactionError extends Error {
  override readonly name = 'OldTransactionError';
}

const felts = list(felt, 'transactionListFelts');
const common = { type: ignored, transaction_hash: ignored };
const open = { open: true, namedOnly: true } as const;

const invokeFields = struct('INVOKE_TXN_V3', { ...transactionFields.invoke, ...common }, open);
const declareFields = struct('DECLARE_TXN_V3', { ...transactionFields.declare, ...common }, open);
const deployAccountFields = struct('DEPLOY_ACCOUNT_TXN_V3', { ...transactionFields.deployAccount, ...common }, open);
const handlerFields = struct(
  'L1_HANDLER_TXN',
  { nonce: hexOrPlain(252), contract_address: felt, entry_point_selector: felt, calldata: felts },
  open,
);

/** What L1 handlers are said to have paid on L1. Blocks do not show it, and any amount above zero is enough. */
const PAID_ON_L1 = 2n ** 127n;

/** Reads a transaction as blocks show it. The address of a new account is in its receipt, if there is one. */
export function readMinedTransaction(value: unknown, given: Felt | undefined): ExecutableTransaction {
  if (!isObject(value as Json)) throw invalidParams('A transaction of the block is not an object.');
  const json = value as Readonly<Record<string, Json>>;
  const { type, version } = json;
  if (type === 'L1_HANDLER') return handlerOf(json);
  if (version !== '0x3')
    throw new OldTransactionError(
      `it is ${String(type)} of version ${String(version)}. Only version 3 and L1 handlers can be executed here.`,
    );
  switch (type) {
    case 'INVOKE': {
      const {
        version: isQuery,
        transactionHash: _,
        proof: __,
        proofFacts = [],
        ...fields
      } = invokeFields(json as Json);
      return { ...fields, type: 'INVOKE', version: 3, isQuery, proofFacts } satisfies InvokeV3;
    }
    case 'DECLARE': {
      const { version: isQuery, transactionHash: _, ...fields } = declareFields(json as Json);
      return { ...fields, type: 'DECLARE', version: 3, isQuery } satisfies DeclareV3;
    }
    case 'DEPLOY_ACCOUNT': {
      const { version: isQuery, transactionHash: _, ...fields } = deployAccountFields(json as Json);
      const { contractAddressSalt, classHash, constructorCalldata } = fields;
      const address = given ?? contractAddress(0n as Felt, contractAddressSalt, classHash, constructorCalldata);
      return {
        ...fields,
        contractAddress: address,
        type: 'DEPLOY_ACCOUNT',
        version: 3,
        isQuery,
      } satisfies DeployAccountV3;
    }
    default:
      throw new OldTransactionError(`its type is ${String(type)}.`);
  }
}

function handlerOf(json: Readonly<Record<string, Json>>): L1HandlerTransaction {
  if (json['nonce'] === undefined)
    throw new OldTransactionError(
      'it is L1_HANDLER without a nonce, as the first blocks of the networks had them. A nonce is part of what a contract sees and of the hash.',
    );
  const { nonce, contractAddress, entryPointSelector, calldata } = handlerFields(json);
  const [from, ...payload] = calldata;
  if (from === undefined) throw invalidParams('An L1_HANDLER has no calldata.');
  return {
    type: 'L1_HANDLER',
    version: 0,
    nonce: nonce as Felt,
    contractAddress,
    entryPointSelector,
    calldata: [from, ...payload],
    paidFeeOnL1: PAID_ON_L1,
  };
}
