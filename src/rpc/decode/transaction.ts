import type {
  BroadcastDeclare,
  BroadcastDeployAccount,
  BroadcastInvoke,
  BroadcastTransaction,
} from '../../chain/run/broadcast.ts';
import type { DataAvailabilityMode } from '../../execution/transaction.ts';
import { isObject, type Json } from '../../json/json.ts';
import { limits } from '../../protocol/limits.ts';
import { invalidParams, RpcError } from '../rpcError.ts';
import { declaredClass } from './contractClass.ts';
import { type Decoder, list, optional, shown, struct, wrongType } from './decoder.ts';
import { address, calldata, felt, hexUnsigned, tip } from './felt.ts';

const bound = struct(
  'ResourceBounds',
  { max_amount: hexUnsigned(64, true), max_price_per_unit: hexUnsigned(128) },
  { open: true, namedOnly: true },
);
const resourceBounds = struct(
  'ResourceBoundsMapping',
  { l1_gas: bound, l1_data_gas: bound, l2_gas: bound },
  { open: true, namedOnly: true },
);

const daMode: Decoder<DataAvailabilityMode> = (value) => {
  if (value === 'L1' || value === 0) return 'L1';
  if (value === 'L2' || value === 1) return 'L2';
  throw invalidParams('Invalid data availability mode, expected "L1" or "L2"');
};

/** Whether the version carries the query bit. Other versions never get here. */
const queryVersion: Decoder<boolean> = (value) => BigInt(value as string) !== 3n;

const ignored: Decoder<undefined> = Object.assign(() => undefined, { optional: true });
const type: Decoder<string> = (value) => value as string;

const felts = list(felt, limits.transactionListFelts);

const common = {
  type,
  version: queryVersion,
  signature: felts,
  nonce: felt,
  resource_bounds: resourceBounds,
  tip,
  paymaster_data: felts,
  nonce_data_availability_mode: daMode,
  fee_data_availability_mode: daMode,
};

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

// Base64 text or a list of bytes; an empty one is none.
const proof: Decoder<Uint8Array | undefined> = (value) => {
  let bytes: Uint8Array;
  if (typeof value === 'string') {
    if (!BASE64.test(value)) throw invalidParams('Invalid base64: the proof is not base64 text.');
    bytes = Uint8Array.from(atob(value), (char) => char.charCodeAt(0));
  } else if (Array.isArray(value) && value.every((byte) => Number.isInteger(byte) && byte >= 0 && byte < 256))
    bytes = Uint8Array.from(value as readonly number[]);
  else throw invalidParams('data did not match any variant of untagged enum ProofFormat');
  return bytes.length === 0 ? undefined : bytes;
};

const invokeFields = struct(
  'BroadcastedInvokeTransactionV3',
  {
    ...common,
    sender_address: address,
    calldata,
    account_deployment_data: felts,
    proof: optional(proof),
    proof_facts: optional(felts),
  },
  { namedOnly: true },
);
const declareFields = struct(
  'BroadcastedDeclareTransactionV3',
  {
    ...common,
    sender_address: address,
    compiled_class_hash: felt,
    account_deployment_data: felts,
    contract_class: declaredClass,
    // Clients echo it from what they computed.
    class_hash: ignored,
  },
  { namedOnly: true },
);
const deployAccountFields = struct(
  'BroadcastedDeployAccountTransactionV3',
  {
    ...common,
    contract_address_salt: felt,
    constructor_calldata: calldata,
    class_hash: felt,
    contract_address: ignored,
  },
  { namedOnly: true },
);

const QUERY = 2n ** 128n;

/** Checks type and version, then reads the fields; an error in them names the kind of transaction. */
function reader<T>(wireType: string, words: string, fields: (value: Json) => T): Decoder<T> {
  return (value) => {
    if (!isObject(value)) throw wrongType(value, `a ${words} transaction`);
    if (value['type'] !== wireType)
      throw 'type' in value
        ? invalidParams(`Invalid type of ${words} transaction: ${shown(value['type']!)}`)
        : invalidParams('missing field `type`');
    const version = value['version'];
    const known = typeof version === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(version) ? BigInt(version) : -1n;
    if (version === undefined) throw invalidParams('missing field `version`');
    if (known !== 3n && known !== 3n + QUERY)
      throw invalidParams(`Invalid version of ${words} transaction: ${shown(version)}`);
    try {
      return fields(value);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      throw invalidParams(`Invalid ${words} transaction v3: ${error.message}`);
    }
  };
}

export const invokeTransaction: Decoder<BroadcastInvoke> = reader('INVOKE', 'invoke', (value) => {
  const fields = invokeFields(value);
  return { isQuery: fields.version, ...fields, type: 'INVOKE', version: 3, proofFacts: fields.proofFacts ?? [] };
});

export const declareTransaction: Decoder<BroadcastDeclare> = reader('DECLARE', 'declare', (value) => {
  const { classHash: _, ...fields } = declareFields(value);
  return { isQuery: fields.version, ...fields, type: 'DECLARE', version: 3 };
});

export const deployAccountTransaction: Decoder<BroadcastDeployAccount> = reader(
  'DEPLOY_ACCOUNT',
  'deploy account',
  (value) => {
    const { contractAddress: _, ...fields } = deployAccountFields(value);
    return { isQuery: fields.version, ...fields, type: 'DEPLOY_ACCOUNT', version: 3 };
  },
);

/** Any transaction a client can send. */
export const transaction: Decoder<BroadcastTransaction> = (value) => {
  const wireType = isObject(value) ? value['type'] : undefined;
  if (wireType === 'INVOKE') return invokeTransaction(value);
  if (wireType === 'DECLARE') return declareTransaction(value);
  if (wireType === 'DEPLOY_ACCOUNT') return deployAccountTransaction(value);
  throw invalidParams(
    wireType === undefined
      ? 'missing field `type`'
      : `unknown variant ${shown(wireType)}, expected one of \`DECLARE\`, \`DEPLOY_ACCOUNT\`, \`INVOKE\``,
  );
};
