// Storage by name: trees, the writers of a cell, and values for paths such as `balances[0x64b4]`.

import type { StorageEntryAnswer, StorageTreeAnswer, StorageWritersAnswer } from '../../rpc/format/storageTree.ts';
import { isPath } from '../../tools/storage/isPath.ts';
import type { SendRequest } from '../requests/requests.ts';
import {
  type AddressLike,
  type AmountLike,
  type AtBlock,
  addressText,
  type FeltLike,
  feltText,
  type Hex,
  readAmount,
  readBlock,
  toHex,
} from '../values.ts';

/** A cell of storage: its key, or the path of a variable, such as `owner`, `balances[0x64b4]` or `positions[5].amount`. */
export type StorageKey = FeltLike;

/** A value to store. A path of a known type takes a value of that type, as functions of contracts do. */
export type StorageValue =
  | bigint
  | number
  | string
  | boolean
  | null
  | readonly StorageValue[]
  | { readonly [name: string]: StorageValue };

/**
 * A decoded value: integers are decimal text, felts, addresses and class hashes hexadecimal text, structs objects, enums the name of the
 * variant or an object with that name, options null or the value.
 */
export type StoredValue = string | boolean | null | readonly StoredValue[] | { readonly [name: string]: StoredValue };

/** A variable or an entry of one, with its value. */
export interface StorageTreeEntry {
  /** Such as `ERC20_balances[0x64b4…]`; it can be given to `setStorageAt`. */
  readonly path: string;
  /** The type of the value; undefined if it is not known. */
  readonly type: string | undefined;
  /** The decoded value; undefined if the type is not known. */
  readonly value: StoredValue | undefined;
  /** The value as text. */
  readonly text: string;
  readonly key: Hex;
  readonly cells: readonly { readonly key: Hex; readonly value: Hex }[];
  /** Whether the value is still that of the origin of a fork. */
  readonly isFromOrigin: boolean;
}

/** What a contract stores, by name. */
export interface StorageTree {
  readonly contractName: string | undefined;
  /** Sorted by path. Cells that are zero are left out. */
  readonly entries: readonly StorageTreeEntry[];
  /** Cells that no name and no hash explains. */
  readonly unnamed: readonly { readonly key: Hex; readonly value: Hex }[];
  /** The number of cells that were written here, zeros included. */
  readonly cellCount: number;
  /** The `firstCell` of the next page; undefined on the last one. */
  readonly nextCell: number | undefined;
  /** All of it for a terminal. */
  readonly text: string;
}

/** Which part of a storage tree is read, and when. */
export interface StorageTreeOptions extends AtBlock {
  /** Only what is at this path and below it. */
  readonly path?: string | undefined;
  /** Where the page starts. Default: at the first cell. */
  readonly firstCell?: number | undefined;
  /** The number of cells of the page: at most 10,000. Default: 2,000. */
  readonly limit?: number | undefined;
}

/** Which writes are listed. */
export interface StorageWritersOptions {
  /** The last block to look at. Default: the open one. */
  readonly toBlock?: number | undefined;
  /** The number of writes: at most 1,000. Default: 100. */
  readonly limit?: number | undefined;
  /** Finds the function of each write, by running its transaction again. Default: false. */
  readonly functions?: boolean | undefined;
}

/** A change of a cell or value. */
export interface StorageWrite {
  readonly blockNumber: number;
  /** Who wrote: a transaction, an edit of the state such as `setStorageAt`, or the start of the chain. */
  readonly by: 'TRANSACTION' | 'EDIT' | 'GENESIS';
  readonly transactionHash: Hex | undefined;
  /** The account that sent the transaction; undefined for a message from L1, which nobody on L2 sends. */
  readonly senderAddress: Hex | undefined;
  /** Such as `ERC20.transfer`; undefined if it is not known or was not asked for. */
  readonly functionName: string | undefined;
  /** The part of the transaction that wrote, with the function. */
  readonly phase: 'VALIDATE' | 'EXECUTE' | 'CONSTRUCTOR' | 'L1_HANDLER' | 'FEE_TRANSFER' | undefined;
  /** The decoded values, or the felt of a cell whose type is not known. */
  readonly before: StoredValue;
  readonly after: StoredValue;
}

export async function readStorageTree(
  request: SendRequest,
  address: AddressLike,
  { block = 'pre_confirmed', path, firstCell, limit }: StorageTreeOptions,
): Promise<StorageTree> {
  const answer = await request<StorageTreeAnswer>('devnet_getStorageTree', {
    contract_address: addressText(address, 'address'),
    block_id: readBlock(block, 'block'),
    path,
    first_cell: firstCell,
    limit,
  });
  return {
    contractName: answer.contract_name ?? undefined,
    entries: answer.entries.map(entryOf),
    unnamed: answer.unnamed,
    cellCount: answer.cell_count,
    nextCell: answer.next_cell ?? undefined,
    text: answer.text,
  };
}

const entryOf = (entry: StorageEntryAnswer): StorageTreeEntry => ({
  path: entry.path,
  type: entry.type ?? undefined,
  value: entry.value ?? undefined,
  text: entry.value_text,
  key: entry.key,
  cells: entry.cells,
  isFromOrigin: entry.is_from_origin,
});

export async function readStorageWriters(
  request: SendRequest,
  address: AddressLike,
  key: StorageKey,
  { toBlock, limit, functions }: StorageWritersOptions,
): Promise<readonly StorageWrite[]> {
  const { writes } = await request<StorageWritersAnswer>('devnet_getStorageWriters', {
    contract_address: addressText(address, 'address'),
    key: keyText(key),
    to_block: toBlock,
    limit,
    functions,
  });
  return writes.map((write) => ({
    blockNumber: write.block_number,
    by: write.by,
    transactionHash: write.transaction_hash ?? undefined,
    senderAddress: write.sender_address ?? undefined,
    functionName: write.function_name ?? undefined,
    phase: write.phase ?? undefined,
    before: write.before ?? write.cells_before[0]!,
    after: write.after ?? write.cells_after[0]!,
  }));
}

export async function writeStorage(
  request: SendRequest,
  address: AddressLike,
  key: StorageKey,
  value: StorageValue,
): Promise<void> {
  await request('devnet_setStorageAt', {
    contract_address: addressText(address, 'address'),
    key: keyText(key),
    value: isPath(key) ? wireValue(value) : feltText(value as FeltLike, 'value'),
  });
}

export async function setBalance(
  request: SendRequest,
  token: AddressLike,
  address: AddressLike,
  amount: AmountLike,
  balances: string | undefined,
): Promise<void> {
  await request('devnet_deal', {
    token: addressText(token, 'token'),
    address: addressText(address, 'address'),
    amount: readAmount(amount, 'amount'),
    balances,
  });
}

/** The first cell at a path. */
export async function readNamedCell(
  request: SendRequest,
  address: AddressLike,
  path: string,
  at: AtBlock,
): Promise<Hex> {
  const { entries } = await readStorageTree(request, address, { ...at, path, limit: 1 });
  const own = entries.find((entry) => entry.path === path) ?? entries[0];
  return own?.cells[0]?.value ?? '0x0';
}

export const keyText = (key: StorageKey): string => (isPath(key) ? key : feltText(key, 'key'));

/** A value as requests have it: numbers as text, because JSON numbers are not taken for felts. */
export function wireValue(value: StorageValue): unknown {
  if (typeof value === 'bigint') return value < 0n ? `${value}` : toHex(value);
  if (typeof value === 'number') return Number.isSafeInteger(value) ? wireValue(BigInt(value)) : value;
  if (Array.isArray(value)) return value.map(wireValue);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, wireValue(member)]));
  return value;
}
