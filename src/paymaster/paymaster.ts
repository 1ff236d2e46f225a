import type { Cancellation } from '../chain/cancellation.ts';
import type { Node } from '../chain/node.ts';
import { type Felt, feltOfAscii } from '../felt/felt.ts';
import type { Json } from '../json/json.ts';
import { errors } from '../protocol/errors.ts';
import type { Dispatcher } from '../rpc/dispatch.ts';
import { type Hex, hex } from '../rpc/format/hex.ts';
import { type AskNode, askNode, NodeAnswerError } from './askNode.ts';
import { buildTransaction } from './buildTransaction.ts';
import { executeTransaction, type RelayedTransaction } from './executeTransaction.ts';
import { PaymasterError } from './paymasterError.ts';
import { changedSettings } from './readSettings.ts';
import { Relayer } from './relayer.ts';
import { type BuildRequest, type ExecuteRequest, partsOf } from './requests.ts';
import { userOf } from './rules.ts';
import { defaultSettings, type PaymasterSettings } from './settings.ts';
import { priceAt } from './tokens.ts';
import { openBlock, type PaymasterWork } from './work.ts';

/** Who asks, and whether the request was given up. */
export interface PaymasterClient {
  readonly apiKey?: string | undefined;
  readonly signal?: Cancellation | undefined;
}

/** How many transactions are remembered. */
const REMEMBERED = 1000;
const MAINNET = feltOfAscii('SN_MAIN');

/** A paymaster (SNIP-29) over one node. It is a client of the node: what it does goes through requests, which dumps contain. */
export class Paymaster {
  readonly #node: Node;
  readonly #dispatcher: Pick<Dispatcher, 'answer'>;
  readonly #relayer: Relayer;
  readonly #refused = new Map<object, number>();
  #settings: PaymasterSettings;
  #sent: readonly RelayedTransaction[] = [];
  #spent = 0n;
  #built = 0;
  /** Transactions are sent one after the other, so that each gets the next nonce. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(node: Node, dispatcher: Pick<Dispatcher, 'answer'>, settings: PaymasterSettings = defaultSettings) {
    this.#node = node;
    this.#dispatcher = dispatcher;
    this.#relayer = new Relayer(node);
    this.#settings = settings;
  }

  get settings(): PaymasterSettings {
    return this.#settings;
  }

  /** The account that sends what users signed. */
  get address(): Felt {
    return this.#relayer.address;
  }

  /** The newest transactions that it sent, oldest first. */
  get sent(): readonly RelayedTransaction[] {
    return this.#sent;
  }

  /** What sponsored transactions have cost since the settings were changed last, in FRI. */
  get spent(): bigint {
    return this.#spent;
  }

  /** Changes settings. Throws -32602. */
  change(request: Json): void {
    this.#settings = changedSettings(this.#settings, request);
    this.#refused.clear();
    this.#spent = 0n;
  }

  /** Whether it is available. */
  isAvailable(): boolean {
    return this.#settings.available && this.#unfitChain === undefined;
  }

  async supportedTokens({ signal }: PaymasterClient = {}) {
    const { number, prices } = await openBlock(this.#ask(signal));
    return this.#settings.tokens
      .map((token) => ({ token, price: priceAt(token, number, prices) }))
      .filter(({ price }) => price > 0n)
      .map(({ token: { address, decimals }, price }) => ({
        token_address: hex(address),
        decimals,
        price_in_strk: hex(price),
      }));
  }

  async build(request: BuildRequest, client: PaymasterClient = {}) {
    const { deployment, invoke } = partsOf(request.transaction);
    const work = await this.#begin('build', userOf(invoke, deployment), client);
    return this.#answering(buildTransaction(work, request));
  }

  async execute(request: ExecuteRequest, client: PaymasterClient = {}) {
    const { deployment, invoke } = partsOf(request.transaction);
    const sending = this.#last.then(async () => {
      client.signal?.throwIfAborted();
      const work = await this.#begin('execute', userOf(invoke, deployment), client);
      const sent = await this.#answering(executeTransaction(work, request));
      if (sent.mode === 'sponsored') this.#spent += sent.feeInStrk;
      this.#sent = [...this.#sent, sent].slice(-REMEMBERED);
      // A transaction is sent once, so its hash can stand for the request.
      return { tracking_id: sent.transactionHash, transaction_hash: sent.transactionHash };
    });
    this.#last = sending.catch(() => undefined);
    return sending;
  }

  /** The transaction of a tracking id: active until it is in a block, dropped if it is gone. */
  async track(trackingId: Felt, { signal }: PaymasterClient = {}) {
    const transaction_hash: Hex = hex(trackingId);
    const isKnown = this.#sent.some(({ transactionHash }) => transactionHash === transaction_hash);
    if (!isKnown)
      throw new PaymasterError(
        'INVALID_ID',
        `${transaction_hash} is not the tracking id of one of the last ${REMEMBERED} transactions of this paymaster.`,
      );
    const status = await this.#ask(signal)('starknet_getTransactionStatus', { transaction_hash }).catch(
      (error: unknown) => {
        if (error instanceof NodeAnswerError && error.code === errors.transactionHashNotFound.code) return undefined;
        throw error;
      },
    );
    if (!status) return { transaction_hash, status: 'dropped' };
    const isIncluded = /^ACCEPTED_ON_L/.test(status.finality_status);
    return { transaction_hash, status: isIncluded ? 'accepted' : 'active' };
  }

  /** Why it must not serve this chain; undefined if it may. Signatures for the main network are worth something there. */
  get #unfitChain(): string | undefined {
    return this.#node.chainId === MAINNET && this.#node.chain.origin === undefined
      ? 'The chain id is that of the main network, and this is no fork of it: what users sign here would be valid there. Choose another chain id, or fork the network.'
      : undefined;
  }

  #ask(signal: Cancellation | undefined): AskNode {
    return askNode(this.#dispatcher, signal);
  }

  /** What a request is answered with, unless the chain is unfit or a test wants a refusal. */
  async #begin(method: 'build' | 'execute', user: Felt, { apiKey, signal }: PaymasterClient): Promise<PaymasterWork> {
    if (this.#unfitChain !== undefined) throw new PaymasterError('UNKNOWN_ERROR', this.#unfitChain);
    this.#refuse(method, user);
    const ask = this.#ask(signal);
    return {
      node: this.#node,
      ask,
      relayer: this.#relayer,
      settings: this.#settings,
      block: await openBlock(ask),
      apiKey,
      spent: this.#spent,
      built: method === 'build' ? this.#built++ : 0,
    };
  }

  /** Throws the first refusal that a test wants of this request. */
  #refuse(method: 'build' | 'execute', user: Felt): void {
    const refusal = this.#settings.refusals.find(
      (wanted) =>
        (wanted.method ?? method) === method &&
        (wanted.userAddress ?? user) === user &&
        (this.#refused.get(wanted) ?? 0) < (wanted.times ?? Number.POSITIVE_INFINITY),
    );
    if (!refusal) return;
    this.#refused.set(refusal, (this.#refused.get(refusal) ?? 0) + 1);
    const { error, data = 'The settings of this paymaster refuse it.' } = refusal;
    throw new PaymasterError(error, error === 'TRANSACTION_EXECUTION_ERROR' ? { execution_error: data } : data);
  }

  /** What else the node refuses is no mistake of the client, such as a transaction beyond the limits of the mempool. */
  async #answering<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      throw error instanceof NodeAnswerError ? new PaymasterError('UNKNOWN_ERROR', error.message) : error;
    }
  }
}
