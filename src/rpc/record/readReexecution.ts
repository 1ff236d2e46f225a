// Reads the re-execution data of the sequencer (crate blockifier_reexecution): a block, the state that its transactions read, and what it changed.
import { parseFelt } from '../../felt/felt.ts';
import { isObject, type Json, type JsonObject } from '../../json/json.ts';
import { SPEC_VERSION } from '../../protocol/version.ts';
import { OriginRecord } from './originRecord.ts';
import { RecordError } from './recordError.ts';

export const isReexecution = (json: Json): json is JsonObject =>
  isObject(json) && isObject(json['serializable_data_prev_block']) && isObject(json['serializable_data_next_block']);

/** The blocks before a block whose hashes a fork asks for. */
const BLOCKS_BEFORE = 11;

/** The record of a block of re-execution data, as a node would answer about it. The data has no receipts and one block hash. */
export function readReexecution(json: JsonObject): OriginRecord {
  const before = objectIn(json, 'serializable_data_prev_block');
  const after = objectIn(json, 'serializable_data_next_block');
  const info = objectIn(after, 'block_info_next_block');
  const number = Number(info['block_number']);
  if (!Number.isSafeInteger(number) || number < 1) throw unreadable('block_info_next_block');
  const record = new OriginRecord();
  const add = (method: string, params: unknown, result: unknown) => record.add({ method, params, answer: { result } });
  const at = (block: number) => ({ block_id: { block_number: block } });
  const header = headerOf(info, String(json['chain_id']));
  const transactions = listIn(after, 'transactions_next_block').map(readTransaction);

  add('specVersion', [], SPEC_VERSION);
  add('chainId', [], header.chainId);
  for (let block = number; block > number - BLOCKS_BEFORE && block >= 0; block--)
    add('getBlockWithTxHashes', at(block), {
      ...header.fields,
      status: 'ACCEPTED_ON_L2',
      block_number: block,
      block_hash: block === number - OLD_HASH ? json['old_block_hash'] : madeUpHash(block),
      transactions: block === number ? transactions.map(({ transaction_hash }) => transaction_hash) : [],
    });
  add('getBlockWithReceipts', at(number), {
    ...header.fields,
    block_number: number,
    transactions: transactions.map((transaction) => ({
      transaction,
      receipt: { transaction_hash: transaction.transaction_hash },
    })),
  });
  const maps = objectIn(before, 'state_maps');
  const classHashes = objectIn(maps, 'class_hashes');
  add('getStateUpdate', at(number), { state_diff: stateDiffOf(objectIn(after, 'state_diff_next_block'), classHashes) });
  const place = at(number - 1);
  for (const [contract_address, cells] of Object.entries(objectIn(maps, 'storage')))
    for (const [key, value] of Object.entries(cells ?? {}))
      add('getStorageAt', { ...place, contract_address, key }, value);
  for (const [contract_address, nonce] of Object.entries(objectIn(maps, 'nonces')))
    add('getNonce', { ...place, contract_address }, nonce);
  for (const [contract_address, hash] of Object.entries(classHashes))
    add('getClassHashAt', { ...place, contract_address }, hash);
  const declared = after['declared_classes'];
  for (const [block, classes] of [
    [number - 1, objectIn(before, 'contract_class_mapping')],
    [number, isObject(declared ?? null) ? (declared as JsonObject) : {}],
  ] as const)
    for (const [hash, definition] of Object.entries(classes))
      add('getClass', { ...at(block), [CLASS]: hash }, definition);
  record.notes.push(
    `The data of block ${number} has no receipts, no commitments and one block hash. Made-up hashes stand for the blocks around it.`,
  );
  return record;
}

const CLASS = 'class_hash';
/** How far back the hash is that a block makes known to contracts. */
const OLD_HASH = 10;

/** A hash for a block whose hash the data does not have. */
const madeUpHash = (block: number): string => `0x${(10n ** 12n + BigInt(block)).toString(16)}`;

function headerOf(info: JsonObject, chainName: string) {
  const prices = objectIn(info, 'gas_prices');
  const [eth, strk] = [objectIn(prices, 'eth_gas_prices'), objectIn(prices, 'strk_gas_prices')];
  const price = (name: string) => ({ price_in_wei: eth[name], price_in_fri: strk[name] });
  if (!/^[ -~]{1,31}$/.test(chainName)) throw unreadable('chain_id');
  const chainId = [...chainName].map((letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return {
    chainId: `0x${chainId}`,
    fields: {
      timestamp: info['block_timestamp'],
      sequencer_address: info['sequencer_address'],
      starknet_version: info['starknet_version'],
      l1_da_mode: info['use_kzg_da'] === false ? 'CALLDATA' : 'BLOB',
      l1_gas_price: price('l1_gas_price'),
      l1_data_gas_price: price('l1_data_gas_price'),
      l2_gas_price: price('l2_gas_price'),
    },
  };
}

/** The names of transaction types in the data. */
const TYPES: Readonly<Record<string, string>> = {
  Invoke: 'INVOKE',
  Declare: 'DECLARE',
  DeployAccount: 'DEPLOY_ACCOUNT',
  L1Handler: 'L1_HANDLER',
};

/** A transaction, which the data has as [{ "Invoke": { "V3": { … } } }, hash], as blocks show it. */
function readTransaction(entry: Json): { readonly transaction_hash: Json } {
  const [wrapped, transaction_hash] = Array.isArray(entry) ? entry : [];
  const [name, body] = isObject(wrapped ?? null) ? (Object.entries(wrapped as JsonObject)[0] ?? []) : [];
  const type = TYPES[name ?? ''];
  if (type === undefined || !isObject(body ?? null) || parseFelt(transaction_hash) === undefined)
    throw unreadable('transactions_next_block');
  if (type === 'L1_HANDLER') return { ...(body as JsonObject), type, transaction_hash } as never;
  const [version, fields] = Object.entries(body as JsonObject)[0] ?? [];
  if (!isObject(fields ?? null)) throw unreadable('transactions_next_block');
  const { resource_bounds: bounds, ...rest } = fields as JsonObject;
  return {
    ...rest,
    ...(isObject(bounds ?? null) && { resource_bounds: readBounds(bounds as JsonObject) }),
    type,
    version: `0x${version?.slice(1)}`,
    transaction_hash,
  } as never;
}

const readBounds = ({ L1_GAS, L2_GAS, L1_DATA, L1_DATA_GAS }: JsonObject) => ({
  l1_gas: L1_GAS,
  l2_gas: L2_GAS,
  l1_data_gas: L1_DATA ?? L1_DATA_GAS,
});

/** What a block changed. A contract that had a class before got another one; others are new. */
function stateDiffOf(diff: JsonObject, classHashes: JsonObject) {
  const entries = (name: string) => (isObject(diff[name] ?? null) ? Object.entries(diff[name] as JsonObject) : []);
  const known = new Set(
    Object.entries(classHashes).flatMap(([address, hash]) => (parseFelt(hash) ? [parseFelt(address)] : [])),
  );
  const [replaced, deployed] = [true, false].map((isReplaced) =>
    entries('address_to_class_hash').filter(([address]) => known.has(parseFelt(address)) === isReplaced),
  ) as [[string, Json][], [string, Json][]];
  return {
    storage_diffs: entries('storage_updates').map(([address, cells]) => ({
      address,
      storage_entries: Object.entries(cells ?? {}).map(([key, value]) => ({ key, value })),
    })),
    nonces: entries('address_to_nonce').map(([contract_address, nonce]) => ({ contract_address, nonce })),
    deployed_contracts: deployed.map(([address, class_hash]) => ({ address, class_hash })),
    replaced_classes: replaced.map(([contract_address, class_hash]) => ({ contract_address, class_hash })),
    declared_classes: entries('class_hash_to_compiled_class_hash').map(([class_hash, compiled_class_hash]) => ({
      class_hash,
      compiled_class_hash,
    })),
    deprecated_declared_classes: [],
  };
}

function objectIn(json: JsonObject, name: string): JsonObject {
  const found = json[name] ?? null;
  if (!isObject(found)) throw unreadable(name);
  return found;
}

function listIn(json: JsonObject, name: string): readonly Json[] {
  const found = json[name];
  if (!Array.isArray(found)) throw unreadable(name);
  return found;
}

const unreadable = (name: string) => new RecordError(`its ${name} cannot be read`);
