import type { Felt } from '../../felt/felt.ts';
import type { NamedHistory } from '../../tools/storage/contractStorage.ts';
import { formatStorageTree } from '../../tools/storage/formatStorageTree.ts';
import { decodedIn, type StorageEntry } from '../../tools/storage/storageEntry.ts';
import type { StorageWrite } from '../../tools/storage/storageHistory.ts';
import type { StorageTree } from '../../tools/storage/storageTree.ts';
import { storageTypeText } from '../../tools/storage/storageType.ts';
import { type DecodedValue, formatDecoded, PHASES, type PhaseName } from './explanation.ts';
import { type Hex, hex, hexList } from './hex.ts';

/** The storage of a contract by name. */
export interface StorageTreeAnswer {
  readonly contract_address: Hex;
  readonly class_hash: Hex;
  readonly contract_name: string | null;
  /** Variables and entries of maps and lists, sorted by path. Cells that are zero are left out. */
  readonly entries: readonly StorageEntryAnswer[];
  /** Cells that no name and no hash explains. */
  readonly unnamed: readonly StorageCellAnswer[];
  /** The number of cells that were written here, zeros included. */
  readonly cell_count: number;
  /** The `first_cell` of the next page; null on the last one. */
  readonly next_cell: number | null;
  /** The forked block; null if the chain is no fork. Entries of maps that were last written before it are not listed. */
  readonly origin_block: number | null;
  /** The entries and cells as text for people. */
  readonly text: string;
}

export interface StorageEntryAnswer {
  /** Such as `ERC20_balances[0x64b4…]`, with whole felts; it can be given to `setStorageAt`. */
  readonly path: string;
  /** The name of the variable; null if only its hash is known. */
  readonly variable: string | null;
  readonly variable_type: string | null;
  /** The type of the value; null if it is not known. */
  readonly type: string | null;
  /** The key of the first cell. */
  readonly key: Hex;
  /** The decoded value; null if the type is not known. */
  readonly value: DecodedValue;
  readonly value_text: string;
  readonly cells: readonly StorageCellAnswer[];
  /** Whether the value is still that of the origin of a fork. */
  readonly is_from_origin: boolean;
}

export interface StorageCellAnswer {
  readonly key: Hex;
  readonly value: Hex;
}

export const formatTree = (tree: StorageTree): StorageTreeAnswer => ({
  contract_address: hex(tree.contractAddress),
  class_hash: hex(tree.classHash),
  contract_name: tree.contractName ?? null,
  entries: tree.entries.map(formatEntry),
  unnamed: tree.unnamed.map(formatCell),
  cell_count: tree.cellCount,
  next_cell: tree.nextCell ?? null,
  origin_block: tree.originBlock ?? null,
  text: formatStorageTree(tree),
});

const formatCell = ({ key, value }: { readonly key: Felt; readonly value: Felt }): StorageCellAnswer => ({
  key: hex(key),
  value: hex(value),
});

const formatEntry = (entry: StorageEntry): StorageEntryAnswer => ({
  path: entry.path,
  variable: entry.variable ?? null,
  variable_type: entry.variableType ?? null,
  type: entry.type ?? null,
  key: hex(entry.key),
  value: formatDecoded(entry.value),
  value_text: entry.text,
  cells: entry.cells.map(formatCell),
  is_from_origin: entry.isFromOrigin,
});

/** Who wrote to a cell or to the cells of a value, newest first. */
export interface StorageWritersAnswer {
  /** The path of the key; null if it is not known. */
  readonly path: string | null;
  readonly type: string | null;
  /** The keys of the cells. */
  readonly keys: readonly Hex[];
  readonly writes: readonly StorageWriteAnswer[];
  /** Whether there are older writes: ask for those up to the block of the last one. */
  readonly has_more: boolean;
  /** The cells before the first write: what genesis or the origin of a fork has. Null if there are older writes. */
  readonly initial_cells: readonly Hex[] | null;
}

export interface StorageWriteAnswer {
  readonly block_number: number;
  /** EDIT is a change without a transaction, such as `setStorageAt`. */
  readonly by: 'TRANSACTION' | 'EDIT' | 'GENESIS';
  readonly transaction_hash: Hex | null;
  /** The account that sent the transaction; null for a message from L1, which nobody on L2 sends. */
  readonly sender_address: Hex | null;
  /** The function that wrote, such as `ERC20.transfer`; null if it is not known or was not asked for. */
  readonly function_name: string | null;
  readonly phase: PhaseName | null;
  /** The decoded values; null if the type is not known. */
  readonly before: DecodedValue;
  readonly after: DecodedValue;
  readonly cells_before: readonly Hex[];
  readonly cells_after: readonly Hex[];
}

const BY = { transaction: 'TRANSACTION', edit: 'EDIT', genesis: 'GENESIS' } as const;

export function formatHistory({ opened, keys, writes, hasMore, initial }: NamedHistory): StorageWritersAnswer {
  const type = opened?.type;
  const known = new Map<readonly Felt[], FormattedCells>();
  // A write begins with the list of cells that the one before it ended with.
  const format = (cells: readonly Felt[]): FormattedCells => {
    let found = known.get(cells);
    if (!found) {
      found = { value: formatDecoded(decodedIn(type, opened?.base, keys, cells)), cells: hexList(cells) };
      known.set(cells, found);
    }
    return found;
  };
  return {
    path: opened ? `${opened.path}${opened.offset === 0 ? '' : `+${opened.offset}`}` : null,
    type: type ? storageTypeText(type) : null,
    keys: hexList(keys),
    writes: writes.map((write) => formatWrite(write, format)),
    has_more: hasMore,
    initial_cells: initial ? hexList(initial) : null,
  };
}

interface FormattedCells {
  readonly value: DecodedValue;
  readonly cells: readonly Hex[];
}

const formatWrite = (write: StorageWrite, format: (cells: readonly Felt[]) => FormattedCells): StorageWriteAnswer => ({
  block_number: write.blockNumber,
  by: BY[write.by],
  transaction_hash: write.transactionHash === undefined ? null : hex(write.transactionHash),
  sender_address: write.senderAddress === undefined ? null : hex(write.senderAddress),
  function_name: write.functionName ?? null,
  phase: write.phase ? PHASES[write.phase] : null,
  before: format(write.before).value,
  after: format(write.after).value,
  cells_before: format(write.before).cells,
  cells_after: format(write.after).cells,
});
