import type { BatchDBOp, DB } from '@ethereumjs/util';
import type { PersistentMap } from '../state/persistentMap.ts';

type Value = string | Uint8Array;

/** The nodes of the state tries, and code, by their hashes. */
export type StateNodes = PersistentMap<string, Value>;

/** The database of the state tries: a persistent map that changes, so that older states keep theirs. */
export class StateStore implements DB<string, Value> {
  /** The store that copies share. */
  readonly #shared: { nodes: StateNodes; addedBytes: number };

  constructor(nodes: StateNodes, shared = { nodes, addedBytes: 0 }) {
    this.#shared = shared;
  }

  get nodes(): StateNodes {
    return this.#shared.nodes;
  }

  /** What was added, in bytes. */
  get addedBytes(): number {
    return this.#shared.addedBytes;
  }

  async get(key: string): Promise<Value | undefined> {
    return this.#shared.nodes.get(key);
  }

  async put(key: string, value: Value): Promise<void> {
    // Nodes are named by their content, so one that is there is the same.
    if (this.#shared.nodes.has(key)) return;
    this.#shared.nodes = this.#shared.nodes.set(key, value);
    this.#shared.addedBytes += key.length + value.length;
  }

  /** Nothing is removed: past blocks can be read. */
  async del(): Promise<void> {}

  async batch(operations: readonly BatchDBOp<string, Value>[]): Promise<void> {
    for (const operation of operations) if (operation.type === 'put') await this.put(operation.key, operation.value);
  }

  shallowCopy(): StateStore {
    return new StateStore(this.#shared.nodes, this.#shared);
  }

  async open(): Promise<void> {}
}
