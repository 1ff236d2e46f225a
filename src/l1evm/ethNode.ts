import type { L1Connection, L1Cursor } from '../chain/l1Connection.ts';
import type { Node } from '../chain/node.ts';
import { chainTime } from '../chain/value/seal.ts';
import { limits } from '../protocol/limits.ts';
import { didYouMean } from '../text/didYouMean.ts';
import { EthError, invalidParams } from './ethError.ts';
import { answeredLogs, type LogFilter, readLogFilter } from './ethLogs.ts';
import { type EthRequest, ethReads } from './ethReads.ts';
import { ethWrites } from './ethWrites.ts';
import type { Work } from './evmTurns.ts';
import { quantity } from './formatTransaction.ts';
import type { L1Head } from './l1Head.ts';
import { headOf } from './postman.ts';

/** What a client polls: log entries, or the hashes of blocks. */
interface Polled {
  readonly filter: LogFilter | undefined;
  /** The first block that the client has not seen. */
  next: number;
}

/** Answers clients of Ethereum about the L1 of a node, if its EVM runs in this process. Its transactions are changes of the node. */
export class EthNode {
  readonly #node: Node;
  readonly #deliver: (() => Promise<void>) | undefined;
  /** The chain as it was when all messages had been delivered. */
  #delivered: object | undefined;
  /** By their ids; the one that was not used for longest is the first. */
  readonly #polled = new Map<string, Polled>();
  /** The blocks of which clients that poll may know. */
  #seen: L1Head['blocks'] | undefined;
  #nextFilter = 1;

  /** `deliver` exchanges messages with L2. If it is given, clients see the messages of the chain at once, and the chain theirs. */
  constructor(node: Node, deliver?: () => Promise<void>) {
    this.#node = node;
    this.#deliver = deliver;
  }

  /** Answers a request. Throws an EthError. */
  async request(method: string, params: unknown, work?: Work): Promise<unknown> {
    const list = params === undefined || params === null ? [] : params;
    if (!Array.isArray(list)) throw invalidParams('The parameters must be a list.');
    await this.#exchange();
    if (Object.hasOwn(ethReads, method)) return ethReads[method]!(this.#at(this.#head(), list, work));
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

  async #write(method: string, params: readonly unknown[], work: Work | undefined): Promise<unknown> {
    const result = await this.#node.write(async (draft) => {
      const { l1 } = draft.view;
      const written = await ethWrites[method]!(this.#at(headIn(l1), params, work));
      if (l1?.kind === 'evm')
        draft.messages.setL1({ ...l1, head: written.head, cursor: cursorIn(written.head, l1.cursor) });
      return written.result;
    });
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
    return headIn(this.#node.chain.l1);
  }

  #at(head: L1Head, params: readonly unknown[], work: Work | undefined): EthRequest {
    return { head, params, work, now: chainTime(this.#node.value, this.#node.surroundings.now()) };
  }

  readonly #polling: Readonly<Record<string, (head: L1Head, params: readonly unknown[]) => unknown>> = {
    eth_newFilter: (head, [filter]) => this.#poll(head, readLogFilter(head, filter, true)),
    eth_newBlockFilter: (head) => this.#poll(head, undefined),
    eth_uninstallFilter: (_, [id]) => this.#polled.delete(String(id)),
    eth_getFilterChanges: async (head, [id]) => {
      const polled = this.#polledAt(id);
      const { filter, next: from } = polled;
      polled.next = head.blocks.length;
      if (filter)
        return answeredLogs(head, { ...filter, from: Math.max(from, filter.from) }).catch((error: unknown) => {
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

  #poll(head: L1Head, filter: LogFilter | undefined): string {
    // Many clients never remove theirs.
    for (const unused of this.#polled.keys()) {
      if (this.#polled.size < limits.l1Items) break;
      this.#polled.delete(unused);
    }
    const id = quantity(this.#nextFilter++);
    this.#polled.set(id, { filter, next: head.blocks.length });
    this.#seen = head.blocks;
    return id;
  }

  #polledAt(id: unknown): Polled {
    const key = String(id);
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

/** After a return to an earlier block, what comes next has not been read. */
const cursorIn = ({ blocks }: L1Head, before: L1Cursor): L1Cursor =>
  before.block < blocks.length ? before : { block: BigInt(blocks.length), logIndex: 0 };

function headIn(l1: L1Connection | undefined): L1Head {
  if (l1?.kind === 'evm') return headOf(l1);
  throw new EthError('failed', 'There is no EVM here: the L1 of this chain is another one.');
}

const unknownMethod = (method: string, known: readonly string[]): EthError =>
  new EthError(
    'unknownMethod',
    `This L1 has no method ${JSON.stringify(String(method).slice(0, 80))}. ${didYouMean(method, new Set(known))}`.trim(),
  );
