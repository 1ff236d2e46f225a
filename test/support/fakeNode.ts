import type { ChainDraft } from '../../src/chain/chainDraft.ts';
import { defaultConfig, type NodeConfig } from '../../src/chain/config.ts';
import type { Node } from '../../src/chain/node.ts';
import type { Block, OpenBlock, PlacedTransaction } from '../../src/chain/value/block.ts';
import type { ChainEvent } from '../../src/chain/value/event.ts';
import { eventMatcher } from '../../src/chain/value/eventFilter.ts';
import type { JournalRecord } from '../../src/chain/value/journal.ts';
import { type Felt, feltOfAscii, toFelt } from '../../src/felt/felt.ts';
import { NEWEST_PROTOCOL } from '../../src/protocol/versions.ts';
import { RpcError } from '../../src/rpc/rpcError.ts';
import { mergeDiffs } from '../../src/state/mergeDiffs.ts';
import { PersistentVector } from '../../src/state/persistentVector.ts';
import { EMPTY_DIFF } from '../../src/state/stateDiff.ts';

const ZERO = toFelt(0);

/** A sealed block without content; its hash is its number plus 1000. */
export function fakeBlock(number: number): Block {
  return {
    kind: 'sealed',
    number,
    timestamp: 1_700_000_000n + BigInt(number),
    sequencerAddress: toFelt(0x1000),
    prices: defaultConfig.gasPrices,
    protocol: NEWEST_PROTOCOL,
    transactions: [],
    mergeStateDiff: () => mergeDiffs([EMPTY_DIFF]),
    hash: toFelt(1000 + number),
    parentHash: ZERO,
    newRoot: ZERO,
    transactionCommitment: ZERO,
    eventCommitment: ZERO,
    receiptCommitment: ZERO,
    stateDiffCommitment: ZERO,
    stateDiffLength: 0,
    eventCount: 0,
  };
}

/** An invocation in a block, with one event for each key. */
export function fakeTransaction(
  hash: number,
  sender: number,
  keys: readonly number[],
  block?: Block,
): PlacedTransaction {
  const bound = { maxAmount: 1n, maxPricePerUnit: 1n };
  const gas = { l1Gas: 0n, l1DataGas: 128n, l2Gas: 1000n };
  return {
    hash: toFelt(hash),
    transaction: {
      type: 'INVOKE',
      version: 3,
      isQuery: false,
      signature: [],
      nonce: ZERO,
      resourceBounds: { l1Gas: bound, l1DataGas: bound, l2Gas: bound },
      tip: 0n,
      paymasterData: [],
      nonceDataAvailabilityMode: 'L1',
      feeDataAvailabilityMode: 'L1',
      senderAddress: toFelt(sender),
      calldata: [],
      accountDeploymentData: [],
      proofFacts: [],
    },
    receipt: {
      transactionHash: toFelt(hash),
      type: 'INVOKE',
      actualFee: { amount: 1n, unit: 'FRI' },
      execution: { status: 'SUCCEEDED' },
      events: keys.map((key) => ({ fromAddress: toFelt(sender), keys: [toFelt(key)], data: [] })),
      messages: [],
      gas,
      daGas: gas,
    },
    blockNumber: block?.number ?? 1,
    block,
    index: 0,
    finality: block ? 'ACCEPTED_ON_L2' : 'PRE_CONFIRMED',
  };
}

class ListNode
  implements
    Pick<
      Node,
      Exclude<
        keyof Node,
        | 'value'
        | 'restore'
        | 'clone'
        | 'snapshot'
        | 'snapshots'
        | 'viewOf'
        | 'coverAs'
        | 'keepClassFile'
        | 'keepClassPath'
        | 'compileToDeclare'
      >
    >
{
  readonly config: NodeConfig;
  readonly chainId: Felt = feltOfAscii('SN_SEPOLIA');
  readonly connect = () => Promise.reject(new Error('there is nothing to fork'));
  readonly accounts = [];
  readonly system = {
    ethAddress: ZERO,
    ethClassHash: ZERO,
    strkAddress: ZERO,
    strkClassHash: ZERO,
    udcAddress: ZERO,
    udcClassHash: ZERO,
    accountClassHash: ZERO,
    argent: undefined,
    argentMultisig: undefined,
    substitutes: [],
  };
  blocks: Block[] = [fakeBlock(0)];
  placed: PlacedTransaction[] = [];
  journal: JournalRecord[] = [];
  /** Reads of the block number wait for this. */
  delay: Promise<void> | undefined;
  readonly #listeners = new Set<(events: readonly ChainEvent[]) => void>();
  #queue: Promise<unknown> = Promise.resolve();

  constructor(config: Partial<NodeConfig> = {}) {
    this.config = { ...defaultConfig, seed: 0, ...config };
  }

  get chain(): ChainDraft {
    return this.#view();
  }

  chainFor(): ChainDraft {
    return this.#view();
  }

  write<T>(
    job: (draft: ChainDraft) => T | Promise<T>,
    options: { readonly record?: JournalRecord; readonly signal?: AbortSignal } = {},
  ): Promise<T> {
    const turn = this.#queue.then(async () => {
      options.signal?.throwIfAborted();
      await this.delay;
      const result = await job(this.#view());
      if (options.record) this.journal.push(options.record);
      return result;
    });
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  compile(): Promise<never> {
    return Promise.reject(new Error('A fake node compiles nothing.'));
  }

  follow(listener: (events: readonly ChainEvent[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  publish(...events: ChainEvent[]): void {
    for (const listener of this.#listeners) listener(events);
  }

  /** Seals a block with these transactions and notifies followers. */
  seal(transactions: readonly PlacedTransaction[] = []): Block {
    const block = { ...fakeBlock(this.blocks.length), transactions };
    const placed = transactions.map((transaction, index) => ({
      ...transaction,
      index,
      blockNumber: block.number,
      block,
      finality: 'ACCEPTED_ON_L2' as const,
    }));
    this.blocks.push({ ...block, eventCount: placed.reduce((sum, { receipt }) => sum + receipt.events.length, 0) });
    this.placed.push(...placed);
    this.publish({ kind: 'block', block, transactions: placed });
    return block;
  }

  saveState(): Promise<Uint8Array> {
    return Promise.reject(new Error('not here'));
  }

  loadState(): Promise<void> {
    return Promise.reject(new Error('not here'));
  }

  close(): void {}

  #view(): ChainDraft {
    const { blocks, placed } = this;
    const latest = blocks.at(-1)!;
    const open: OpenBlock = {
      kind: 'open',
      number: latest.number + 1,
      timestamp: latest.timestamp,
      sequencerAddress: latest.sequencerAddress,
      prices: latest.prices,
      protocol: latest.protocol,
      transactions: [],
      stateDiff: EMPTY_DIFF,
    };
    const view: Partial<ChainDraft> = {
      latest,
      open,
      openNumber: open.number,
      firstNumber: 0,
      l1AcceptedNumber: undefined,
      transactionCount: placed.length,
      listImpersonatedAccounts: () => [],
      l1: undefined,
      autoImpersonate: false,
      journal: PersistentVector.from(this.journal),
      blockByNumber: (number) => blocks[number],
      resolveBlock: (id) => {
        if (id === 'latest') return latest;
        if (id === 'open') return open;
        const block =
          id === 'l1Accepted'
            ? undefined
            : blocks.find((each) => ('number' in id ? each.number === id.number : each.hash === id.hash));
        if (!block) throw new RpcError('blockNotFound');
        return block;
      },
      transaction: (hash) => placed.find((each) => each.hash === hash),
      eachTransaction: (block) => placed.filter((each) => each.blockNumber === block.number),
      matchingEvents: (filter, from, to) => {
        const matches = eventMatcher(filter);
        return placed
          .filter(({ blockNumber }) => from <= blockNumber && blockNumber <= to)
          .flatMap((transaction) =>
            transaction.receipt.events.flatMap((event, eventIndex) =>
              matches(event) ? [{ transaction, eventIndex }] : [],
            ),
          );
      },
      createBlock: async () => this.seal(),
      rest: () => undefined,
      restart: async () => {
        this.blocks = [fakeBlock(0)];
        this.placed = [];
        this.journal = [];
        this.publish({ kind: 'reset' });
      },
      record: (entry) => {
        this.journal.push(entry);
      },
    };
    return view as unknown as ChainDraft;
  }
}

/** A node that is a list of blocks: enough to see what the layers above make of it. */
export type FakeNode = ListNode & Node;
// A node has private members, which nothing else can have.
export const FakeNode = ListNode as unknown as new (config?: Partial<NodeConfig>) => FakeNode;
