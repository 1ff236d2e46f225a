import { defaultConfig, type NodeConfig } from '../chain/config.ts';
import { createNode } from '../chain/createNode.ts';
import type { Minted, PredeployedAccount } from '../chain/node.ts';
import { withIngredients } from '../chain/stateFile/decodeState.ts';
import type { ChainValue } from '../chain/value/chainValue.ts';
import { formatExplanation } from '../execution/explain/formatExplanation.ts';
import { type Felt, formatFelt, parseFelt } from '../felt/felt.ts';
import { originConnector } from '../fork/connectOrigin.ts';
import type { FetchLike } from '../fork/transport.ts';
import { parseJson } from '../json/parseJson.ts';
import { writeJson } from '../json/writeJson.ts';
import { limits } from '../protocol/limits.ts';
import { entriesOf, type JournalEntry } from '../rpc/journal/journalEntry.ts';
import type { RpcArguments, RpcMethod, RpcResult } from '../rpc/schema.ts';
import { defaultServerConfig } from '../rpc/serverConfig.ts';
import { Hub } from './hub.ts';

/** How a sandbox starts; what is left out is as the command line has it. */
export interface SandboxOptions extends Partial<NodeConfig> {
  /** Used instead of `fetch` to reach a fork's origin: another sandbox's, for example. */
  readonly fetch?: FetchLike;
  /**
   * A state file to go on from. What its chain was made of (chain id, seed, accounts, balances) comes with it, as do mode
   * and prices unless they are given too; an option that its chain contradicts is an error.
   */
  readonly state?: Uint8Array;
}

/** A state of a sandbox to go back to. */
export interface Mark {
  readonly __mark: unique symbol;
}

/** An error that the API answered with. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  readonly code: number;
  readonly data: unknown;

  constructor(method: string, { code, message, data }: { code: number; message: string; data?: unknown }) {
    super(`${method}: ${message}`);
    this.code = code;
    this.data = data;
  }
}

/** Our own answers may be as large as they are. */
const OWN_ANSWER = { ...limits.answerJson, values: Number.POSITIVE_INFINITY };

/**
 * A whole Starknet node in this process, without a port. It answers the same JSON-RPC as the server, and gives the
 * controls that tests use most as plain methods.
 */
export class Sandbox {
  readonly #node: Awaited<ReturnType<typeof createNode>>;
  readonly #hub: Hub;
  readonly #marks = new WeakSet<object>();
  #nextId = 1;
  #isClosed = false;

  private constructor(node: Awaited<ReturnType<typeof createNode>>) {
    this.#node = node;
    this.#hub = new Hub(node, {
      server: { ...defaultServerConfig, dumpOn: node.config.journal ? 'request' : undefined },
    });
  }

  static async create({ fetch, state, ...options }: SandboxOptions = {}): Promise<Sandbox> {
    const given = state ? await withIngredients(options, state) : options;
    const seed = given.seed ?? crypto.getRandomValues(new Uint32Array(1))[0]!;
    // A dump in memory costs little, and tests ask for it.
    const config: NodeConfig = { ...defaultConfig, journal: true, ...given, seed };
    const connect = originConnector({ fetch, cachingEnabled: config.fork?.cachingEnabled });
    const box = new Sandbox(await createNode(config, connect));
    if (state) await box.#hub.loadState(state, options);
    await box.#hub.connectL1();
    return box;
  }

  /** The accounts that are deployed and rich from the start. */
  get accounts(): readonly PredeployedAccount[] {
    return this.#node.accounts;
  }

  /** A method whose name is known only at run time: the type of its result has to be given. */
  request<T = never>(method: [T] extends [never] ? never : string, params?: unknown): Promise<NoInfer<T>>;
  /**
   * Any method of the API, in either dialect. Whole numbers above 2^53 - 1 are given and answered as bigints. Throws a
   * SandboxError for an error answer.
   */
  request<M extends RpcMethod>(method: M, ...params: RpcArguments<M>): Promise<RpcResult<M>>;
  async request(method: string, params?: unknown): Promise<unknown> {
    const id = this.#nextId++;
    const text = await this.#answer(writeJson({ jsonrpc: '2.0', id, method, params }));
    const answer = parseJson(text, OWN_ANSWER) as unknown as { error?: SandboxError; result?: unknown };
    if (answer.error) throw new SandboxError(method, answer.error);
    return answer.result;
  }

  /** A `fetch` whose every request goes to this sandbox: clients that take one need no port. */
  readonly fetch = async (_url: unknown, init?: { readonly body?: unknown }): Promise<Response> =>
    new Response(await this.#answer(String(init?.body ?? '')), {
      headers: { 'content-type': 'application/json' },
    });

  /** Gives an address STRK (FRI) or ether (WEI), as `devnet_mint` does. A mint that the token refuses has a `revertReason`. */
  async mint(address: bigint | string, amount: bigint, unit: 'FRI' | 'WEI' = 'FRI'): Promise<Minted> {
    const to = typeof address === 'string' ? address : formatFelt(address as Felt);
    try {
      const minted = await this.request('devnet_mint', {
        address: to,
        amount,
        unit,
      });
      return {
        transactionHash: parseFelt(minted.tx_hash)!,
        newBalance: BigInt(minted.new_balance),
        revertReason: undefined,
      };
    } catch (error) {
      const { tx_hash, revert_reason } = ((error as Partial<SandboxError>).data ?? {}) as Record<string, unknown>;
      if (typeof revert_reason !== 'string') throw error;
      const at = { address: to, unit, block_id: 'pre_confirmed' } as const;
      const { amount: balance } = await this.request('devnet_getAccountBalance', at);
      return { transactionHash: parseFelt(tx_hash)!, newBalance: BigInt(balance), revertReason: revert_reason };
    }
  }

  /** What a transaction called, what went wrong and where, as text for a terminal. */
  async explain(transactionHash: Felt | bigint): Promise<string> {
    const { chain } = this.#node;
    const transaction = chain.transaction(transactionHash as Felt);
    if (!transaction) throw new Error(`There is no transaction 0x${transactionHash.toString(16)} on this chain.`);
    return formatExplanation(await chain.explain(transaction));
  }

  /** Closes the open block, as `devnet_createBlock` does; its hash. */
  async createBlock(): Promise<Felt> {
    const { block_hash } = await this.request('devnet_createBlock');
    return parseFelt(block_hash)!;
  }

  /** Remembers the chain as it is now, with what `dump` tells of it: a reference, at no cost. */
  snapshot(): Mark {
    const { value } = this.#node;
    this.#marks.add(value);
    return value as unknown as Mark;
  }

  /** Brings the chain back to a mark of this sandbox; a mark can be used any number of times. */
  restore(mark: Mark): void {
    if (!this.#marks.has(mark))
      throw new Error('This is no mark of this sandbox: restore takes what snapshot() of the same sandbox gave.');
    this.#node.restore(mark as unknown as ChainValue);
  }

  /** Every request that changed the chain, as dumps keep it; methods such as `mint` are requests too. */
  dump(): readonly JournalEntry[] {
    return entriesOf(this.#node.chain.journal);
  }

  /** The whole chain as a state file, for `create({ state })` or `--state`. */
  saveState(): Promise<Uint8Array> {
    return this.#hub.saveState();
  }

  /** Stops timers; nothing is answered any more. */
  close(): void {
    this.#isClosed = true;
    this.#hub.end();
    this.#node.close();
  }

  #answer(text: string): Promise<string> {
    if (this.#isClosed) return Promise.reject(new Error('This sandbox is closed.'));
    return this.#hub.answer(text);
  }
}
