import type { ChainView } from '../../chain/chainView.ts';
import type { BlockId } from '../../chain/value/blockId.ts';
import { type Felt, parseFelt } from '../../felt/felt.ts';
import { type FeltKey, feltOf, keyOf } from '../../felt/key.ts';
import type { State } from '../../state/state.ts';
import { nameOfContract } from '../names/classFacts.ts';
import { cellKeys } from './cellKeys.ts';
import { isPath } from './isPath.ts';
import { learnKeys } from './learnKeys.ts';
import { type OpenedKey, openKey } from './openKey.ts';
import { preimagesOf } from './preimages.ts';
import { entryAt, type StorageEntry } from './storageEntry.ts';
import { type StorageHistory, type StorageHistoryOptions, storageHistory } from './storageHistory.ts';
import { placeOf, type StoragePlace } from './storagePath.ts';
import { readState } from './storageReads.ts';
import {
  type ContractVariables,
  cellReader,
  contractVariables,
  type StoragePage,
  type StorageTree,
  storageTree,
} from './storageTree.ts';

/** The history of a cell, or of a variable or entry of several cells. */
export interface NamedHistory extends StorageHistory {
  /** Undefined if the key is not explained. */
  readonly opened: OpenedKey | undefined;
  readonly keys: readonly Felt[];
}

/** The storage of a contract after a block, by name. */
export class ContractStorage {
  readonly #view: ChainView;
  readonly #state: State;
  readonly #address: FeltKey;
  #variables: Promise<ContractVariables> | undefined;

  constructor(view: ChainView, id: BlockId, contractAddress: Felt) {
    this.#view = view;
    this.#state = view.stateOf(id);
    this.#address = keyOf(contractAddress);
  }

  /** The place that a path leads to. Throws a StoragePathError. */
  async placeOf(path: string): Promise<StoragePlace> {
    const { variables } = await this.#named();
    return placeOf(path, variables, preimagesOf(this.#view.surroundings));
  }

  /** The names of variables that are known. */
  async variableNames(): Promise<readonly string[]> {
    return [...(await this.#named()).variables.byName.keys()];
  }

  /** A page of all that is stored. */
  tree(page: StoragePage): Promise<StorageTree> {
    return storageTree(this.#view, this.#state, feltOf(this.#address), page);
  }

  /** What is stored at a path and below it. A value is read directly; of maps and lists a page is searched. */
  async treeBelow(path: string, page: StoragePage): Promise<StorageTree> {
    const own = await this.entryAt(path);
    const { classHash, facts } = await this.#named();
    if (own.value && !own.type?.startsWith('Vec<')) {
      const contractName = facts && nameOfContract(facts);
      const cellCount = this.#state.localStorage(this.#address).size;
      const originBlock = this.#view.value.origin?.block.number;
      const found = { contractAddress: feltOf(this.#address), classHash: feltOf(classHash), contractName };
      return { ...found, entries: [own], unnamed: [], cellCount, nextCell: undefined, originBlock };
    }
    const tree = await this.tree(page);
    const start = await this.#canonical(path, own);
    const entries = tree.entries.filter(
      (entry) => entry.path === start || entry.path.startsWith(`${start}[`) || entry.path.startsWith(`${start}.`),
    );
    // A variable whose type is not known is one cell, perhaps of another page.
    const isListed = entries.some((entry) => entry.path === start);
    const isSet = own.cells.some(({ value }) => value !== 0n);
    return { ...tree, entries: isListed || !isSet ? entries : [own, ...entries], unnamed: [] };
  }

  /** A path as trees write it. */
  async #canonical(path: string, { key }: StorageEntry): Promise<string> {
    const { variables } = await this.#named();
    const opened = openKey(keyOf(key), variables, (hash) => preimagesOf(this.#view.surroundings).get(hash));
    return opened && 'path' in opened && opened.offset === 0 ? opened.path : path;
  }

  /** What a path leads to. On a fork it is read from the origin if it is not local. Throws a StoragePathError. */
  async entryAt(path: string): Promise<StorageEntry> {
    const { key, type } = await this.placeOf(path);
    const { variables } = await this.#named();
    const name = /^\w+/.exec(path)![0];
    const opened: OpenedKey = { path, variable: variables.byName.get(name), base: key, offset: 0, type };
    const local = this.#state.localStorage(this.#address);
    const isFromOrigin = this.#view.value.origin !== undefined && !local.has(keyOf(key));
    const reader = cellReader(this.#state, this.#address);
    return readState(this.#view, this.#state, () => entryAt(opened, reader, isFromOrigin));
  }

  /** Who wrote a cell, given by its key, or the value that a path leads to. Throws a StoragePathError. */
  async historyOf(keyOrPath: string, options: StorageHistoryOptions): Promise<NamedHistory> {
    const opened = isPath(keyOrPath) ? await this.#openedPath(keyOrPath) : await this.#openedKey(parseFelt(keyOrPath)!);
    const keys = isPath(keyOrPath) ? cellKeys({ key: opened!.base, type: opened!.type }) : [parseFelt(keyOrPath)!];
    return { ...(await storageHistory(this.#view, this.#address, keys.map(keyOf), options)), opened, keys };
  }

  async #openedPath(path: string): Promise<OpenedKey> {
    const { key, type } = await this.placeOf(path);
    return { path, variable: undefined, base: key, offset: 0, type };
  }

  async #openedKey(key: Felt): Promise<OpenedKey | undefined> {
    const { variables } = await this.#named();
    const open = () => openKey(keyOf(key), variables, (hash) => preimagesOf(this.#view.surroundings).get(hash));
    if (!open()) await learnKeys(this.#view, this.#address, variables, [keyOf(key)], open);
    const opened = open();
    return opened && 'textKey' in opened ? undefined : opened;
  }

  #named(): Promise<ContractVariables> {
    this.#variables ??= contractVariables(this.#view, this.#state, this.#address);
    return this.#variables;
  }
}
