import type { FetchLike } from '../../src/fork/transport.ts';
import { requestName } from './requestName.ts';

interface Answer {
  readonly result?: unknown;
  readonly error?: unknown;
}
interface TapeStep {
  readonly request?: { readonly method: string; readonly params?: unknown };
  readonly response: Answer;
}
export interface Tape {
  readonly name: string;
  readonly steps: readonly TapeStep[];
}

/** A request to a fork of a tape, and the expected answer. */
export interface Question {
  readonly method: string;
  readonly params: object;
  readonly expected: Answer;
}

/** Methods that make a block on a server with one block per transaction. */
const WRITES =
  /^(starknet_add(Invoke|Declare|DeployAccount)Transaction|devnet_(mint|createBlock|increaseTime|setTime|postmanSendMessageToL2))$/;
const BY_BLOCK =
  /^starknet_(getBlock\w+|getStateUpdate|getTransactionByBlockIdAndIndex|getStorageAt|getNonce|getClass\w*|call|estimate\w+|simulateTransactions|traceBlockTransactions)$/;
const BY_TRANSACTION = /^starknet_(getTransaction(ByHash|Receipt|Status)|traceTransaction)$/;

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * An origin that answers from a tape: each answer about the newest block becomes the answer about the block that was the
 * newest then. At the start of a fork it also returns the hash of the block to fork and says that no contract
 * exists, since tapes do not have the state of every contract. Later, a request that the tape lacks is an error that names it.
 */
export class TapeOrigin {
  readonly #known = new Map<string, Answer>();
  readonly #hashes = new Map<number, string>();
  readonly questions: Question[] = [];
  /** The newest block of the tape. */
  readonly tip: number;
  isStarting = true;
  /** Answers of the tape that were used. */
  replayed = 0;
  readonly unknown: string[] = [];

  constructor({ steps }: Tape) {
    const makesBlock = ({ request, response }: TapeStep) =>
      request !== undefined && WRITES.test(request.method) && response.result !== undefined;
    this.tip = steps.filter(makesBlock).length;
    let latest = 0;
    for (const step of steps) {
      const { request, response } = step;
      if (makesBlock(step)) latest++;
      this.#noteHash(response.result, latest);
      if (request && isFields(request.params)) this.#read(request.method, request.params, response, latest);
    }
    this.#addClasses();
  }

  /** The fork requests the receipt of a transaction first, so transactions without one on the tape are left out. */
  get askable(): readonly Question[] {
    return this.questions.filter(
      ({ method, params }) =>
        !BY_TRANSACTION.test(method) || this.#known.has(requestName('starknet_getTransactionReceipt', params)),
    );
  }

  readonly fetch: FetchLike = async (_url, init) => {
    const parsed = JSON.parse(init.body);
    const members = [parsed].flat().map(({ id, method, params }) => ({
      jsonrpc: '2.0',
      id,
      ...this.#answer(method, params),
    }));
    return new Response(JSON.stringify(Array.isArray(parsed) ? members : members[0]));
  };

  #answer(method: string, params: Fields): Answer {
    const name = requestName(method, params);
    const known = this.#known.get(name);
    if (known) {
      this.replayed++;
      return known.error === undefined ? { result: known.result } : { error: known.error };
    }
    const scaffold = this.isStarting ? this.#scaffold(method, params) : undefined;
    if (scaffold) return scaffold;
    this.unknown.push(name);
    return { error: { code: -32099, message: `Not on the tape: ${name}` } };
  }

  #scaffold(method: string, { block_id }: Fields): Answer | undefined {
    if (method === 'starknet_specVersion') return { result: '0.10.2' };
    if (method === 'starknet_chainId') return { result: '0x534e5f5345504f4c4941' };
    const number = isFields(block_id) ? Number(block_id['block_number']) : this.tip;
    if (method === 'starknet_getBlockWithTxHashes')
      return {
        result: {
          status: 'ACCEPTED_ON_L2',
          block_number: number,
          block_hash: this.#hashes.get(number) ?? `0xb10c${number}`,
          timestamp: 1_700_000_000,
        },
      };
    if (/getClassHashAt|getNonce|getStorageAt/.test(method))
      return { error: { code: 20, message: 'Contract not found' } };
    return undefined;
  }

  /** Adds a request that was answered when the given block was the newest. */
  #read(method: string, params: Fields, response: Answer, latest: number): void {
    if (method === 'starknet_getEvents') this.#takeEvents(params['filter'] as Fields, response, latest);
    if (BY_TRANSACTION.test(method) || method === 'starknet_getCompiledCasm') this.#take(method, params, response);
    if (!BY_BLOCK.test(method)) return;
    const { block_id } = params;
    if (block_id === 'latest') this.#take(method, { ...params, block_id: { block_number: latest } }, response, true);
    const number = isFields(block_id) ? block_id['block_number'] : undefined;
    // On the fork the block after the newest exists.
    if (typeof number === 'number' && number !== this.tip + 1) this.#take(method, params, response);
  }

  #noteHash(result: unknown, latest: number): void {
    if (!isFields(result) || typeof result['block_hash'] !== 'string') return;
    const { block_number = latest, block_hash } = result;
    this.#hashes.set(Number(block_number), String(block_hash));
  }

  /** A server without an archive has more of a block while it is the newest, so its later answers are used. */
  #take(method: string, params: Fields, response: Answer, isOfLatest = false): void {
    const name = requestName(method, params);
    const known = this.#known.get(name);
    if (known && isOfLatest && JSON.stringify(known.result) !== JSON.stringify(response.result))
      throw new Error(`The tape has two answers to ${name}.`);
    this.#known.set(name, response);
    const at = this.questions.findIndex((question) => known && question.expected === known);
    const question = { method, params, expected: response };
    if (at < 0) this.questions.push(question);
    else this.questions[at] = question;
  }

  /** Ranges end at the newest block. Those that reach the fork continue there, so that the last page has another token. */
  #takeEvents(filter: Fields, { result, error }: Answer, latest: number): void {
    const { from_block = { block_number: 0 }, to_block = 'pre_confirmed', continuation_token: token, ...rest } = filter;
    // On the fork the newest block is another one, and we refuse empty pages.
    if (from_block === 'latest' || rest['chunk_size'] === 0) return;
    const to = typeof to_block === 'string' ? { block_number: latest } : to_block;
    const range = { ...rest, from_block, to_block: to };
    const tokens = (prefix: string) => (token === undefined ? {} : { continuation_token: `${prefix}${token}` });
    this.#known.set(requestName('starknet_getEvents', { filter: { ...range, ...tokens('') } }), { result, error });
    const isOpen = typeof to_block === 'string' && latest === this.tip;
    const asked = isOpen ? filter : range;
    const page = result as { events: unknown[]; continuation_token?: string } | undefined;
    const next = page?.continuation_token ? `devnet-origin-${page.continuation_token}` : isOpen ? '0' : undefined;
    this.questions.push({
      method: 'starknet_getEvents',
      params: { filter: { ...asked, ...tokens('devnet-origin-') } },
      expected: page ? { result: { events: page.events, ...(next && { continuation_token: next }) } } : { error },
    });
  }

  /** Classes do not disappear: those of earlier blocks exist at the newest, where a fork reads them. */
  #addClasses(): void {
    for (const { method, params, expected } of [...this.questions]) {
      const { class_hash, block_id } = params as Fields;
      if (method !== 'starknet_getClass' || expected.result === undefined || typeof block_id !== 'object') continue;
      this.#known.set(requestName(method, { block_id: { block_number: this.tip }, class_hash }), expected);
      // The fork reads the class with its compiled form and formats it again.
      if (this.#known.has(requestName('starknet_getCompiledCasm', { class_hash })))
        this.questions.push({ method, params: { block_id: 'latest', class_hash }, expected });
    }
  }
}
