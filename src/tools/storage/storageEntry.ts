import { valueOfTypeText } from '../../abi/abiText.ts';
import type { AbiType } from '../../abi/abiType.ts';
import { decodeValue } from '../../abi/decode.ts';
import type { Felt } from '../../felt/felt.ts';
import type { OpenedKey } from './openKey.ts';
import { cellsOf, MAX_CELLS, type StorageType, storageTypeText, valueType } from './storageType.ts';
import { chunkAddress, keyAt, type ReadCell, readStored, type StoredCell } from './storedValue.ts';

/** A variable, or an entry of one, with its value. */
export interface StorageEntry {
  /** `ERC20_balances[0x64b4…]`, with whole felts. */
  readonly path: string;
  /** The name of the variable; undefined if only its hash is known. */
  readonly variable: string | undefined;
  /** The type of the variable; undefined if it is not known. */
  readonly variableType: string | undefined;
  /** The type of the value; undefined if it is not known. */
  readonly type: string | undefined;
  /** The first key. */
  readonly key: Felt;
  /** The decoded value; undefined if the type is not known or the cells do not fit it. */
  readonly value: DecodedStorage | undefined;
  /** The value as text: decoded, or the felts of its cells. */
  readonly text: string;
  readonly cells: readonly StoredCell[];
  /** Whether it was read from the origin of a fork. */
  readonly isFromOrigin: boolean;
}

/** A value as the felts that calldata has for it, with its type. */
export interface DecodedStorage {
  readonly type: AbiType;
  readonly felts: readonly Felt[];
}

const BYTE_ARRAY: AbiType = { kind: 'byteArray' };
const LENGTH: AbiType = { kind: 'integer', name: 'u64', min: 0n, max: 2n ** 64n - 1n };
const FELT: AbiType = { kind: 'felt', name: 'felt252', bound: 2n ** 252n };
const TEXT = { maxLength: 300 };

/** Reads cells: any of the state, or those that are there without a request to an origin. */
export interface CellReader {
  readonly read: ReadCell;
  /** Zero for a cell that only an origin may have. */
  readonly peek: ReadCell;
}

/** Describes what lies at an opened key. */
export function entryAt(opened: OpenedKey, reader: CellReader, isFromOrigin = false): StorageEntry {
  const { path, variable, base } = opened;
  const value = decodedAt(opened, reader);
  const cells = cellsAt(opened, value, reader);
  // A map has no value of its own, so a type that says so is a wrong guess.
  const type = opened.type ?? (value && valueType(value.type));
  return {
    path,
    variable: variable?.name,
    variableType: variable?.type && storageTypeText(variable.type),
    type: type && type.kind !== 'map' ? storageTypeText(type) : undefined,
    key: base,
    value,
    text: value ? decodedText(opened.type, value) : cells.map((cell) => cellText(cell, base)).join(', '),
    cells,
    isFromOrigin,
  };
}

/** The decoded value at an address; undefined if its type is unknown or does not fit. */
export function decodedAt({ type, base, offset }: OpenedKey, { read, peek }: CellReader): DecodedStorage | undefined {
  if (type?.kind === 'vec') return { type: LENGTH, felts: [read(base)] };
  const stored = type?.kind === 'value' ? type.type : undefined;
  if (stored) {
    const size = cellsOf(stored);
    const felts = size !== undefined && offset < size ? readStored(stored, base, read) : undefined;
    if (felts && fits(stored, felts)) return { type: stored, felts };
    return undefined;
  }
  if (type || offset > 0) return undefined;
  const felts = isText(base, peek) ? readStored(BYTE_ARRAY, base, read) : undefined;
  return felts && fits(BYTE_ARRAY, felts) ? { type: BYTE_ARRAY, felts } : undefined;
}

/** Whether felts are a value of a type. Types that were guessed from functions may be wrong. */
function fits(type: AbiType, felts: readonly Felt[]): boolean {
  try {
    decodeValue(type, felts);
    return true;
  } catch {
    return false;
  }
}

/** Whether a cell is the length of a text: there is a word at the hash of its key. */
export function isText(key: Felt, peek: ReadCell): boolean {
  const length = peek(key);
  return length > 0n && length <= MAX_TEXT && peek(chunkAddress(key, 0)) !== 0n;
}

const MAX_TEXT = 65_536n;

/** The cells of a value, or all cells near its key that are not zero if its size is not known. */
function cellsAt({ base }: OpenedKey, value: DecodedStorage | undefined, { read, peek }: CellReader): StoredCell[] {
  const size = value && cellsOf(value.type);
  const cells: StoredCell[] = [];
  for (let i = 0; i < (size ?? MAX_CELLS); i++) {
    const key = keyAt(base, i);
    const cell = { key, value: size === undefined && i > 0 ? peek(key) : read(key) };
    if (size !== undefined || cell.value !== 0n) cells.push(cell);
  }
  return cells;
}

/** A decoded value as text. A list is shown by its length. */
export const decodedText = (type: StorageType | undefined, { type: stored, felts }: DecodedStorage): string =>
  type?.kind === 'vec' ? `${felts[0]} ${felts[0] === 1n ? 'item' : 'items'}` : valueOfTypeText(stored, felts, TEXT);

function cellText({ key, value }: StoredCell, base: Felt): string {
  const text = valueOfTypeText(FELT, [value], TEXT);
  return key === base ? text : `+${key - base}: ${text}`;
}

/** The value in the cells of a history; undefined if its type is unknown or it has cells elsewhere, as texts do. */
export function decodedIn(
  type: StorageType | undefined,
  base: Felt | undefined,
  keys: readonly Felt[],
  cells: readonly Felt[],
): DecodedStorage | undefined {
  if (type?.kind !== 'value' || base === undefined || base !== keys[0] || cellsOf(type.type) !== keys.length)
    return undefined;
  if (type.type.kind === 'byteArray') return undefined;
  const felts = readStored(type.type, base, (key) => cells[Number(key - base)] ?? (0n as Felt));
  return felts && fits(type.type, felts) ? { type: type.type, felts } : undefined;
}
