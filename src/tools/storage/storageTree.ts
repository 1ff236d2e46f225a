import type { ChainView } from '../../chain/chainView.ts';
import type { Felt } from '../../felt/felt.ts';
import { type FeltKey, feltOf, keyOf, ZERO_KEY } from '../../felt/key.ts';
import type { State } from '../../state/state.ts';
import { EMPTY_BASE } from '../../state/stateBase.ts';
import type { ClassFacts } from '../names/classFacts.ts';
import { nameOfContract } from '../names/classFacts.ts';
import { type ClassVariables, NO_VARIABLES } from './classVariables.ts';
import { learnKeys, type OpenCell } from './learnKeys.ts';
import { type OpenedKey, openKey } from './openKey.ts';
import { type Preimages, preimagesOf } from './preimages.ts';
import { type CellReader, entryAt, isText, type StorageEntry } from './storageEntry.ts';
import { factsOfClass, readState } from './storageReads.ts';
import { keyAt, type ReadCell, type StoredCell } from './storedValue.ts';
import { variablesOfClass } from './variablesOfClass.ts';

/** The storage of a contract, by name. */
export interface StorageTree {
  readonly contractAddress: Felt;
  readonly classHash: Felt;
  readonly contractName: string | undefined;
  /** Sorted by their paths. */
  readonly entries: readonly StorageEntry[];
  /** Cells that no name and no hash explains. */
  readonly unnamed: readonly StoredCell[];
  /** The number of cells that were written here, zeros included. */
  readonly cellCount: number;
  /** Where the next page starts; undefined on the last one. */
  readonly nextCell: number | undefined;
  /** The block whose storage lies below, on a fork. Of that, only variables without keys are listed. */
  readonly originBlock: number | undefined;
}

/** A page of a storage tree. */
export interface StoragePage {
  /** The cell to start at, in an order that does not change with the block. */
  readonly firstCell: number;
  readonly cells: number;
}

const MAX_ORIGIN_READS = 64;
/** The cells before a page that are skipped between two pauses. */
const CELLS_AT_ONCE = 4096;

/** The storage variables of a contract, and what is known of its class. */
export interface ContractVariables {
  readonly classHash: FeltKey;
  readonly facts: ClassFacts | undefined;
  readonly variables: ClassVariables;
}

export async function contractVariables(view: ChainView, state: State, address: FeltKey): Promise<ContractVariables> {
  const classHash = await readState(view, state, () => state.classHashAt(address));
  const facts = await factsOfClass(view, state, classHash);
  return { classHash, facts, variables: facts ? variablesOfClass(facts) : NO_VARIABLES };
}

/** Lists a page of the cells of a contract as variables and entries with their values. */
export async function storageTree(
  view: ChainView,
  state: State,
  contractAddress: Felt,
  { firstCell, cells }: StoragePage,
): Promise<StorageTree> {
  const address = keyOf(contractAddress);
  const { classHash, facts, variables } = await contractVariables(view, state, address);
  const stored = state.localStorage(address);
  const keys = await pageOf(view, stored, firstCell, cells);
  const preimages = preimagesOf(view.surroundings);
  const open = opener(variables, preimages);
  const unopened: FeltKey[] = [];
  await forEachKey(view, keys, (key) => {
    if (open(key) === undefined) unopened.push(key);
  });
  await learnKeys(view, address, variables, unopened, open);
  const reader = cellReader(state, address);
  if (await isAnyUnopened(view, keys, open)) await learnTexts(view, keys, reader.peek, open);
  const entries: StorageEntry[] = [];
  const unnamed: StoredCell[] = [];
  for (const key of keys) {
    const opened = open(key);
    const textCell = opened && 'textKey' in opened ? keyOf(opened.textKey) : undefined;
    if (textCell && (stored.get(textCell) ?? ZERO_KEY) !== ZERO_KEY && open(textCell)) continue;
    if (!opened || 'textKey' in opened) unnamed.push({ key: feltOf(key), value: feltOf(stored.get(key)!) });
    else if (isFirst(opened, reader.peek)) entries.push(await readState(view, state, () => entryAt(opened, reader)));
    await view.rest();
  }
  if (firstCell === 0 && state.base !== EMPTY_BASE)
    entries.push(...(await originEntries(view, state, address, variables, reader)));
  const end = firstCell + cells;
  return {
    contractAddress,
    classHash: feltOf(classHash),
    contractName: facts && nameOfContract(facts),
    entries: entries.sort((a, b) => compare(a.path, b.path)),
    unnamed: unnamed.sort((a, b) => (a.key < b.key ? -1 : 1)),
    cellCount: stored.size,
    nextCell: end < stored.size ? end : undefined,
    originBlock: view.value.origin?.block.number,
  };
}

/** Opens keys, each again only if something was learned since. */
function opener(variables: ClassVariables, preimages: Preimages): OpenCell {
  const tried = new Map<FeltKey, { readonly opened: ReturnType<OpenCell>; readonly version: number }>();
  return (key) => {
    const last = tried.get(key);
    if (last && (last.opened || last.version === preimages.version)) return last.opened;
    const opened = openKey(key, variables, (hash) => preimages.get(hash));
    tried.set(key, { opened, version: preimages.version });
    return opened;
  };
}

/** Reads the cells of a contract. */
export function cellReader(state: State, address: FeltKey): CellReader {
  const local = state.localStorage(address);
  return {
    read: (key) => feltOf(state.storageAt(address, keyOf(key))),
    peek: (key) => feltOf(local.get(keyOf(key)) ?? ZERO_KEY),
  };
}

/** Finds the words of texts that genesis or an edit has written: no transaction computed their addresses. */
async function learnTexts(view: ChainView, keys: readonly FeltKey[], peek: ReadCell, open: OpenCell): Promise<void> {
  await forEachKey(view, keys, (key) => {
    const opened = open(key);
    if (opened && 'path' in opened && opened.offset === 0 && isText(opened.base, peek))
      preimagesOf(view.surroundings).addText(opened.base, Math.ceil(Number(peek(opened.base)) / BYTES_PER_CHUNK));
  });
}

async function isAnyUnopened(view: ChainView, keys: readonly FeltKey[], open: OpenCell): Promise<boolean> {
  for (const key of keys) {
    if (open(key) === undefined) return true;
    const rest = view.rest();
    if (rest) await rest;
  }
  return false;
}

/** Opening a key takes up to 0.1 ms, so others are served in between. */
async function forEachKey(view: ChainView, keys: readonly FeltKey[], use: (key: FeltKey) => void): Promise<void> {
  for (const key of keys) {
    use(key);
    const rest = view.rest();
    if (rest) await rest;
  }
}

const BYTES_PER_CHUNK = 31 * 256;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The keys of a page, without cells that are zero. */
async function pageOf(
  view: ChainView,
  stored: Iterable<readonly [FeltKey, FeltKey]>,
  first: number,
  count: number,
): Promise<FeltKey[]> {
  const keys: FeltKey[] = [];
  let at = 0;
  for (const [key, value] of stored) {
    if (at >= first + count) break;
    if (at++ >= first && value !== ZERO_KEY) keys.push(key);
    if (at % CELLS_AT_ONCE === 0) await view.rest();
  }
  return keys;
}

/** Whether a cell is the first of its entry that is not zero. The entry is listed with that cell, on whatever page it is. */
function isFirst({ base, offset }: OpenedKey, peek: ReadCell): boolean {
  for (let i = 0; i < offset; i++) if (peek(keyAt(base, i)) !== 0n) return false;
  return true;
}

/** The variables without keys whose values are still those of the origin. */
async function originEntries(
  view: ChainView,
  state: State,
  address: FeltKey,
  variables: ClassVariables,
  reader: CellReader,
): Promise<StorageEntry[]> {
  const local = state.localStorage(address);
  const below = [...variables.byName.values()]
    .filter(({ base, type }) => type?.kind !== 'map' && type?.kind !== 'node' && !local.has(keyOf(base)))
    .slice(0, MAX_ORIGIN_READS);
  await state.base.fetch(below.map(({ base }) => ({ kind: 'storage', address, key: keyOf(base) })));
  const entries: StorageEntry[] = [];
  for (const variable of below) {
    const { name, base, type } = variable;
    const opened: OpenedKey = { path: name, variable, base, offset: 0, type };
    const entry = await readState(view, state, () => entryAt(opened, reader, true));
    if (entry.cells.some(({ value }) => value !== 0n)) entries.push(entry);
    await view.rest();
  }
  return entries;
}
