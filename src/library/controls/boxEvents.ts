import type { PlatformParts } from '../../chain/createNode.ts';
import type { Node } from '../../chain/node.ts';
import type { PlacedTransaction } from '../../chain/value/block.ts';
import type { ChainEvent } from '../../chain/value/event.ts';
import { formatHeader } from '../../rpc/format/block.ts';
import { formatEvent } from '../../rpc/format/event.ts';
import { formatPlacedReceipt } from '../../rpc/format/receipt.ts';
import { didYouMean } from '../../text/didYouMean.ts';
import { describeValue, type Hex, toHex } from '../values.ts';
import type { RebuiltClass } from './watchControls.ts';

/** Blocks that are no longer part of the chain. */
export interface Reorg {
  readonly starting_block_hash: Hex;
  readonly starting_block_number: number;
  readonly ending_block_hash: Hex;
  readonly ending_block_number: number;
}

/** What a contract printed with `println!` or `print`. */
export interface Print {
  readonly text: string;
}

/** What can be listened to, and what listeners get: the objects of the specification. */
export interface SandboxEvents {
  /** A block was closed: its header. */
  readonly block: ReturnType<typeof formatHeader>;
  /** A transaction was executed: its receipt. */
  readonly transaction: ReturnType<typeof formatPlacedReceipt>;
  /** A contract emitted an event. */
  readonly event: ReturnType<typeof formatEvent>;
  /** A contract printed something, in a transaction, a call, or an estimate that failed. */
  readonly print: Print;
  /** Blocks were removed: by `restore`, `blocks.abort`, or a revert. */
  readonly reorg: Reorg;
  /** A class in a folder that `watch` follows was built again. */
  readonly rebuild: RebuiltClass;
}

/** The name of something that can be listened to. */
export type SandboxEventName = keyof SandboxEvents;

type Listener<K extends SandboxEventName> = (value: SandboxEvents[K]) => void;

const NAMES: readonly SandboxEventName[] = ['block', 'transaction', 'event', 'print', 'reorg', 'rebuild'];

/** The listeners of one sandbox. */
export class BoxEvents {
  readonly #listeners = new Map<SandboxEventName, Set<Listener<never>>>();
  readonly #iterators = new Set<() => void>();
  #node: Pick<Node, 'follow'> | undefined;
  #stopFollowing: (() => void) | undefined;
  /** Transactions of the open block that listeners were called for. */
  #pending = new Set<bigint>();

  /** The node is made with `print`, so it is given later. */
  attach(node: Pick<Node, 'follow'>): void {
    this.#node = node;
  }

  on<K extends SandboxEventName>(name: K, listener: Listener<K>): () => void {
    if (!NAMES.includes(name)) {
      const wayOut = didYouMean(String(name), NAMES, `Listen to ${NAMES.join(', ')}.`);
      throw new TypeError(`There are no events called ${describeValue(name)}. ${wayOut}`);
    }
    if (typeof listener !== 'function') throw new TypeError('The listener must be a function.');
    let listeners = this.#listeners.get(name);
    if (!listeners) this.#listeners.set(name, (listeners = new Set()));
    // The same function may be added twice; each gets its own removal.
    const added: Listener<K> = (value) => listener(value);
    listeners.add(added as Listener<never>);
    this.#stopFollowing ??= this.#node?.follow((events) => this.#deliver(events));
    return () => {
      listeners.delete(added as Listener<never>);
      if ([...this.#listeners.values()].every(({ size }) => size === 0)) this.#stop();
    };
  }

  /** Values from now on, until the loop is left or the sandbox is closed. */
  stream<K extends SandboxEventName>(name: K): AsyncIterableIterator<SandboxEvents[K]> {
    const values: SandboxEvents[K][] = [];
    const waiting: ((result: IteratorResult<SandboxEvents[K]>) => void)[] = [];
    let isDone = false;
    const off = this.on(name, (value) => {
      const next = waiting.shift();
      if (next) next({ done: false, value });
      else values.push(value);
    });
    const end = () => {
      isDone = true;
      off();
      this.#iterators.delete(end);
      for (const next of waiting.splice(0)) next({ done: true, value: undefined });
    };
    this.#iterators.add(end);
    return {
      next: () => {
        const value = values.shift();
        if (value !== undefined) return Promise.resolve({ done: false, value });
        if (isDone) return Promise.resolve({ done: true, value: undefined });
        return new Promise((resolve) => waiting.push(resolve));
      },
      return: () => {
        end();
        return Promise.resolve({ done: true, value: undefined });
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  /** Emits what contracts print. A transaction prints again what its estimate did, unless that failed. */
  readonly print: NonNullable<PlatformParts['print']> = (text, { kind, isFailed }) => {
    if (kind !== 'trial' || isFailed) this.#emit('print', () => ({ text }));
  };

  rebuilt(rebuild: RebuiltClass): void {
    this.#emit('rebuild', () => rebuild);
  }

  close(): void {
    for (const end of [...this.#iterators]) end();
    this.#listeners.clear();
    this.#stop();
  }

  #stop(): void {
    this.#stopFollowing?.();
    this.#stopFollowing = undefined;
    this.#pending.clear();
  }

  #deliver(events: readonly ChainEvent[]): void {
    for (const event of events) {
      if (event.kind === 'preConfirmed') for (const placed of event.transactions) this.#transaction(placed);
      else if (event.kind === 'block') {
        this.#emit('block', () => formatHeader(event.block));
        for (const placed of event.transactions)
          if (!this.#pending.delete(placed.hash)) this.#transaction(placed, true);
      } else if (event.kind === 'reorg')
        this.#emit('reorg', () => ({
          starting_block_hash: toHex(event.first.hash),
          starting_block_number: event.first.number,
          ending_block_hash: toHex(event.last.hash),
          ending_block_number: event.last.number,
        }));
      else if (event.kind === 'reset') this.#pending.clear();
    }
  }

  #transaction(placed: PlacedTransaction, sealed = false): void {
    if (!sealed) this.#pending.add(placed.hash);
    this.#emit('transaction', () => formatPlacedReceipt(placed));
    if (this.#listeners.get('event')?.size)
      for (let i = 0; i < placed.receipt.events.length; i++) this.#emit('event', () => formatEvent(placed, i));
  }

  /** Makes the value only if there is a listener. A listener that throws ends like any uncaught error; the chain goes on. */
  #emit<K extends SandboxEventName>(name: K, make: () => SandboxEvents[K]): void {
    const listeners = this.#listeners.get(name);
    if (!listeners?.size) return;
    const value = make();
    for (const listener of [...listeners] as unknown as Listener<K>[])
      try {
        listener(value);
      } catch (error) {
        setTimeout(() => {
          throw error;
        });
      }
  }
}
