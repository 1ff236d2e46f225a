import type {
  BroadcastDeclare,
  BroadcastDeployAccount,
  BroadcastInvoke,
  BroadcastTransaction,
} from '../../chain/run/broadcast.ts';
import type { DataAvailabilityMode } from '../../execution/transaction.ts';
import { isObject, type Json } from '../../json/json.ts';
import { limits } from '../../protocol/limits.ts';
import { readBase64, writeBase64 } from '../../text/base64.ts';
import { hex } from '../format/hex.ts';
import { invalidParams, RpcError } from '../rpcError.ts';
import { declaredClass } from './contractClass.ts';
import { type Decoder, decoder, ignored, list, optional, shown, struct, type Wire, wrongType } from './decoder.ts';
import { address, calldata, felt, type HexText, hexOrPlain, hexUnsigned, tip } from './felt.ts';
import { rewordingErrors } from './unreadLists.ts';

const bound = struct(
  'ResourceBounds',
  { max_amount: hexOrPlain(64), max_price_per_unit: hexUnsigned(128) },
  { open: true, namedOnly: true },
);
const resourceBounds = struct(
  'ResourceBoundsMapping',
  { l1_gas: bound, l1_data_gas: bound, l2_gas: bound },
  { open: true, namedOnly: true },
);

const daMode = decoder<DataAvailabilityMode, DataAvailabilityMode | 0 | 1>(
  '`L1` or `L2`',
  'L1',
  (value) => {
    if (value === 'L1' || value === 0) return 'L1';
    if (value === 'L2' || value === 1) return 'L2';
    throw invalidParams('Invalid data availability mode, expected "L1" or "L2"');
  },
  (mode) => mode,
);

/** The version of all transactions that can be sent, and the bit of those that are only simulated. */
const VERSION = 3n;
const QUERY = 2n ** 128n;

/** Whether the version has the query bit. Other versions were refused before. */
const queryVersion = decoder<boolean, HexText>(
  '`0x3`, or the same with the query bit 2^128',
  hex(VERSION),
  (value) => BigInt(value as string) >= QUERY,
  (isQuery) => hex(isQuery ? VERSION + QUERY : VERSION),
);

/** The type of a transaction, which is checked before its fields are read. */
const typed = <const T extends string>(type: T) =>
  decoder<T, T>(
    `\`${type}\``,
    type,
    () => type,
    () => type,
  );

const felts = list(felt, 'transactionListFelts');

/** The fields of every v3 transaction. */
const commonFields = {
  version: queryVersion,
  signature: felts,
  nonce: felt,
  resource_bounds: resourceBounds,
  tip,
  paymaster_data: felts,
  nonce_data_availability_mode: daMode,
  fee_data_availability_mode: daMode,
};

// A base64 string or a list of bytes. An empty one counts as missing.
const readProof = (value: Json): Uint8Array | undefined => {
  if (typeof value !== 'string' && !Array.isArray(value)) throw noProof();
  const longest = typeof value === 'string' ? Math.ceil(limits.proofBytes / 3) * 4 : limits.proofBytes;
  if (value.length > longest) throw invalidParams(`The proof has more than ${limits.proofBytes} bytes.`);
  const bytes = typeof value === 'string' ? readBase64(value) : readBytes(value);
  if (!bytes) throw invalidParams('Invalid base64: the proof is not base64 text.');
  return bytes.length === 0 ? undefined : bytes;
};
const noProof = () => invalidParams('data did not match any variant of untagged enum ProofFormat');
function readBytes(list: readonly Json[]): Uint8Array {
  if (!list.every((byte) => Number.isInteger(byte) && (byte as number) >= 0 && (byte as number) < 256)) throw noProof();
  return Uint8Array.from(list as readonly number[]);
}
const proof = decoder<Uint8Array | undefined, string | readonly number[]>(
  'proof: base64 text, or a list of bytes',
  () => 'AAAA'.repeat(limits.proofBytes / 3),
  readProof,
  (bytes) => bytes && writeBase64(bytes),
);

/** The fields of each kind of transaction as all readers of transactions know them. A DECLARE has the hash of its class. */
export const transactionFields = {
  invoke: {
    type: typed('INVOKE'),
    ...commonFields,
    sender_address: address,
    calldata,
    account_deployment_data: felts,
    proof: optional(proof),
    proof_facts: optional(felts),
  },
  declare: {
    type: typed('DECLARE'),
    ...commonFields,
    sender_address: address,
    compiled_class_hash: felt,
    account_deployment_data: felts,
    class_hash: felt,
  },
  deployAccount: {
    type: typed('DEPLOY_ACCOUNT'),
    ...commonFields,
    contract_address_salt: felt,
    constructor_calldata: calldata,
    class_hash: felt,
  },
};

const namedOnly = { namedOnly: true } as const;
const invokeFields = struct('BroadcastedInvokeTransactionV3', transactionFields.invoke, namedOnly);
// Clients send the class. Some also send the hash that they computed, which is ignored.
const { class_hash: _, ...fieldsBesideClass } = transactionFields.declare;
const declareFields = struct(
  'BroadcastedDeclareTransactionV3',
  { ...fieldsBesideClass, contract_class: declaredClass, class_hash: ignored },
  namedOnly,
);
const deployAccountFields = struct(
  'BroadcastedDeployAccountTransactionV3',
  { ...transactionFields.deployAccount, contract_address: ignored },
  namedOnly,
);

/** Checks type and version, then reads the fields; an error in them names the kind of transaction. */
function reader<T, W>(
  wireType: string,
  words: string,
  { shape }: Decoder<unknown, W>,
  fields: (value: Json) => T,
  encode: (transaction: T) => Json,
): Decoder<T, W> {
  const named = (error: unknown) =>
    error instanceof RpcError ? invalidParams(`Invalid ${words} transaction v3: ${error.message}`) : error;
  const decode = (value: Json): T => {
    if (!isObject(value)) throw wrongType(value, `a ${words} transaction`);
    if (value['type'] !== wireType)
      throw 'type' in value
        ? invalidParams(`Invalid type of ${words} transaction: ${shown(value['type']!)}`)
        : invalidParams('missing field `type`');
    const version = value['version'];
    const known = typeof version === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(version) ? BigInt(version) : -1n;
    if (version === undefined) throw invalidParams('missing field `version`');
    if (known !== VERSION && known !== VERSION + QUERY)
      throw invalidParams(`Invalid version of ${words} transaction: ${shown(version)}`);
    return rewordingErrors(named, () => fields(value));
  };
  return Object.assign(decode, { ...(shape && { shape }), encode });
}

export const invokeTransaction = reader<BroadcastInvoke, Wire<typeof invokeFields>>(
  'INVOKE',
  'invoke',
  invokeFields,
  (value) => {
    const fields = invokeFields(value);
    return { isQuery: fields.version, ...fields, type: 'INVOKE', version: 3, proofFacts: fields.proofFacts ?? [] };
  },
  ({ isQuery, proofFacts, ...rest }) =>
    invokeFields.encode!({ ...rest, version: isQuery, proofFacts: proofFacts.length > 0 ? proofFacts : undefined })!,
);

export const declareTransaction = reader<BroadcastDeclare, Wire<typeof declareFields>>(
  'DECLARE',
  'declare',
  declareFields,
  (value) => {
    const { classHash: _, ...fields } = declareFields(value);
    return { isQuery: fields.version, ...fields, type: 'DECLARE', version: 3 };
  },
  ({ isQuery, ...rest }) => declareFields.encode!({ ...rest, version: isQuery, classHash: undefined })!,
);

export const deployAccountTransaction = reader<BroadcastDeployAccount, Wire<typeof deployAccountFields>>(
  'DEPLOY_ACCOUNT',
  'deploy account',
  deployAccountFields,
  (value) => {
    const { contractAddress: _, ...fields } = deployAccountFields(value);
    return { isQuery: fields.version, ...fields, type: 'DEPLOY_ACCOUNT', version: 3 };
  },
  ({ isQuery, ...rest }) => deployAccountFields.encode!({ ...rest, version: isQuery, contractAddress: undefined })!,
);

/** A transaction as clients send it. */
export type TransactionInput =
  | Wire<typeof invokeTransaction>
  | Wire<typeof declareTransaction>
  | Wire<typeof deployAccountTransaction>;

const readTransaction = (value: Json): BroadcastTransaction => {
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

function encodeTransaction(transaction: BroadcastTransaction): Json {
  switch (transaction.type) {
    case 'INVOKE':
      return invokeTransaction.encode!(transaction)!;
    case 'DECLARE':
      return declareTransaction.encode!(transaction)!;
    case 'DEPLOY_ACCOUNT':
      return deployAccountTransaction.encode!(transaction)!;
  }
}

/** Any transaction a client can send. */
export const transaction: Decoder<BroadcastTransaction, TransactionInput> = Object.assign(readTransaction, {
  shape: { kind: 'either', options: [invokeTransaction, declareTransaction, deployAccountTransaction] } as const,
  encode: encodeTransaction,
});
