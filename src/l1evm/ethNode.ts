import type { Cancellation } from '../chain/cancellation.ts';
import type { EvmL1, L1Connection, L1Cursor } from '../chain/l1Connection.ts';
import type { Node } from '../chain/node.ts';
import { chainTime } from '../chain/value/seal.ts';
import { limits } from '../protocol/limits.ts';
import { didYouMean } from '../text/didYouMean.ts';
import { EthError, invalidParams, noEvm } from './ethError.ts';
import { answeredLogs, type LogFilter, numberedStart, readLogFilter } from './ethLogs.ts';
import { type EthRequest, ethReads } from './ethReads.ts';
import { ethWrites } from './ethWrites.ts';
import { quantity } from './formatTransaction.ts';
import type { L1Head } from './l1Head.ts';
import type { EthAnswers } from './loadEvm.ts';
import { headOf } from './postman.ts';

/** What a client polls: log entries, or the hashes of blocks. */
interface Polled {
  readonly filter: LogFilter | undefined;
  /** The first block that the filter wants. */
  readonly start: number;
  /** The first block that the client has not seen. */
  next: number;
}

/** Answers clients of Ethereum about the L1 of a node, if its EVM runs in this process. Its transactions are changes of the node. */
export class EthNode implements EthAnswers {
  readonly #node: Node;
  readonly #deliver: (() => Promise<void>) | undefined;
  /** The chain as it was when all messages had been delivered. */
  #delivered: object | undefined;
  /** By their ids; the one that was not used for longest is the first. */
  readonly #polled = new Map<string, Polled>();
  /** The blocks of which clients that poll may know. */
  #seen: L1Head['blocks'] | undefined;
  #nextFilter = 1;

  constructor(node: Node, deliver?: () => Promise<void>) {
    this.#node = node;
    this.#deliver = deliver;
  }

  /** Answers a request. Throws an EthError. */
  async request(method: string, params: unknown, work?: Cancellation): Promise<unknown> {
    const list = params === undefined || params === null ? [] : params;
    if (!Array.isArray(list)) throw invalidParams('The parameters must be a list.');
    await this.#exchange();
    if (Object.hasOwn(ethReads, method)) return ethReads[method]!(this.#at(this.#node.chain.l1, list, work));
    if (Object.hasOwn(ethWrites, method)) return this.#write(method, list, work);
    if (Object.hasOwn(this.#polling, method)) {
      const head = this.#head();
      this.#follow(head);
      return this.#polling[method]!(head, list);
    }
    throw unknownMethod(method, [...Object.keys(ethReads), ...Object.keys(ethWrites), ...Object.keys(this.#polling)]);
  }

  /** Whether a method changes the chain without a transaction. */
  isForTests(method: string): boolean {
    return Object.hasOwn(ethWrites, method) && !method.startsWith('eth_send');
  }

  async #write(method: string, params: readonly unknown[], work: Cancellation | undefined): Promise<unknown> {
    const result = await this.#node.write(
      async (draft) => {
        const { l1 } = draft.view;
        const written = await ethWrites[method]!(this.#at(l1, params, work));
        if (l1?.kind === 'evm')
          draft.messages.setL1({ ...l1, head: written.head, cursor: cursorIn(written.head, l1.cursor) });
        return written.result;
      },
      { signal: work },
    );
    this.#follow(this.#head());
    await this.#exchange();
    return result;
  }

  /** Exchanges messages, if the chain has changed since. */
  async #exchange(): Promise<void> {
    if (!this.#deliver || this.#delivered === this.#node.value || this.#node.chain.l1?.kind !== 'evm') return;
    await this.#deliver();
    this.#delivered = this.#node.value;
  }

  #head(): L1Head {
    return headOf(evmIn(this.#node.chain.l1));
  }

  #at(l1: L1Connection | undefined, params: readonly unknown[], work: Cancellation | undefined): EthRequest {
    const evm = evmIn(l1);
    return {
      head: headOf(evm),
      first: headOf(evm.start),
      params,
      work,
      now: chainTime(this.#node.value, this.#node.surroundings.now()),
    };
  }

  readonly #polling: Readonly<Record<string, (head: L1Head, params: readonly unknown[]) => unknown>> = {
    eth_newFilter: (head, [filter]) => this.#poll(head, readLogFilter(head, filter, true), numberedStart(filter)),
    eth_newBlockFilter: (head) => this.#poll(head, undefined),
    eth_uninstallFilter: (_, [id]) => this.#polled.delete(filterId(id)),
    eth_getFilterChanges: async (head, [id]) => {
      const polled = this.#polledAt(id);
      const { filter, start, next: from } = polled;
      polled.next = head.blocks.length;
      if (filter)
        return answeredLogs(head, { ...filter, from: Math.max(from, start) }).catch((error: unknown) => {
          polled.next = Math.min(polled.next, from);
          throw error;
        });
      return Array.from({ length: head.blocks.length - from }, (_, i) => head.blocks.at(from + i)!.fields.hash);
    },
    eth_getFilterLogs: (head, [id]) => {
      const { filter } = this.#polledAt(id);
      return filter ? answeredLogs(head, filter) : [];
    },
  };

  #poll(head: L1Head, filter: LogFilter | undefined, start = 0): string {
    // Many clients never remove theirs.
    for (const unused of this.#polled.keys()) {
      if (this.#polled.size < limits.l1Items) break;
      this.#polled.delete(unused);
    }
    const id = quantity(this.#nextFilter++);
    this.#polled.set(id, { filter, start, next: head.blocks.length });
    this.#seen = head.blocks;
    return id;
  }

  #polledAt(id: unknown): Polled {
    const key = filterId(id);
    const polled = this.#polled.get(key);
    if (!polled) throw new EthError('failed', 'filter not found');
    this.#polled.delete(key);
    this.#polled.set(key, polled);
    return polled;
  }

  /** After a return to an earlier block, what comes next is new to clients that poll. */
  #follow({ blocks }: L1Head): void {
    const seen = this.#seen ?? blocks;
    this.#seen = this.#polled.size > 0 ? blocks : undefined;
    let same = Math.min(seen.length, blocks.length);
    while (same > 0 && seen.at(same - 1) !== blocks.at(same - 1)) same--;
    if (same < seen.length) for (const polled of this.#polled.values()) polled.next = Math.min(polled.next, same);
  }
}

/** The id of a filter. What is no text is no filter. */
const filterId = (id: unknown): string => (typeof id === 'string' ? id : '');

/** After a return to an earlier block, what comes next has not been read. */
const cursorIn = ({ blocks }: L1Head, before: L1Cursor): L1Cursor =>
  before.block < blocks.length ? before : { block: BigInt(blocks.length), logIndex: 0 };

function evmIn(l1: L1Connection | undefined): EvmL1 {
  if (l1?.kind === 'evm') return l1;
  throw noEvm();
}

const unknownMethod = (method: string, known: readonly string[]): EthError =>
  new EthError(
    'unknownMethod',
    `This L1 has no method ${JSON.stringify(String(method).slice(0, 80))}. ${didYouMean(method, new Set(known))}`.trim(),
  );
