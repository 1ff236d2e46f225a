import type { Sandbox } from '../../../src/index.ts';

/** A payment as the indexer knows it. */
export interface Payment {
  readonly transaction: string;
  readonly block: number;
  readonly amount: bigint;
}

export type IndexerMistake =
  /** It does not listen to reorganisations: what was taken back stays. */
  | 'knows no reorganisations'
  /** It counts each notification, also one that came twice. */
  | 'counts notifications';

interface EventNotice {
  readonly transaction_hash: string;
  readonly block_number?: number;
  readonly keys: readonly string[];
  readonly data: readonly string[];
}

/** Follows the payments to an address by a subscription, and asks for what it may have missed. */
export class Indexer {
  readonly #box: Sandbox;
  readonly #address: string;
  readonly #token: string;
  readonly #mistake: IndexerMistake | undefined;
  #payments: Payment[] = [];
  #socket: WebSocket | undefined;

  constructor(box: Sandbox, token: string, address: string, mistake?: IndexerMistake) {
    this.#box = box;
    this.#token = token;
    this.#address = address;
    this.#mistake = mistake;
  }

  get payments(): readonly Payment[] {
    return this.#payments.toSorted((a, b) => a.block - b.block);
  }

  /** Subscribes. */
  async start(): Promise<void> {
    const socket = new this.#box.WebSocket('ws://box/ws') as unknown as WebSocket;
    this.#socket = socket;
    await new Promise<void>((resolve) => {
      socket.onopen = () =>
        socket.send(
          JSON.stringify({
            jsonrpc: '2.0',
            id: 1,
            method: 'starknet_subscribeEvents',
            params: { from_address: this.#token, finality_status: 'ACCEPTED_ON_L2' },
          }),
        );
      // The socket may be cut, or the answer lost: what is missed is asked for later.
      socket.onclose = () => resolve();
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(String(data));
        if (message.id === 1) resolve();
        else this.#hear(message);
      };
    });
  }

  stop(): void {
    this.#socket?.close();
  }

  /** Asks for all payments, as an indexer does from time to time: notifications may have been lost. */
  async catchUp(): Promise<void> {
    const { events } = await this.#box.request('starknet_getEvents', {
      filter: { from_block: { block_number: 0 }, address: this.#token, chunk_size: 1000 },
    });
    const found = events.flatMap((event) => this.#paymentOf(event) ?? []);
    const known = new Set(this.#payments.map(({ transaction }) => transaction));
    this.#payments = this.#mistake
      ? [...this.#payments, ...found.filter(({ transaction }) => !known.has(transaction))]
      : found;
  }

  #hear({ method, params }: { readonly method: string; readonly params: { readonly result: unknown } }): void {
    if (method === 'starknet_subscriptionReorg') {
      if (this.#mistake === 'knows no reorganisations') return;
      const { starting_block_number: from } = params.result as { readonly starting_block_number: number };
      this.#payments = this.#payments.filter(({ block }) => block < from);
    } else if (method === 'starknet_subscriptionEvents') {
      const payment = this.#paymentOf(params.result as EventNotice);
      const isKnown = this.#payments.some(({ transaction }) => transaction === payment?.transaction);
      if (payment && (!isKnown || this.#mistake === 'counts notifications')) this.#payments.push(payment);
    }
  }

  #paymentOf({ transaction_hash: transaction, block_number: block, keys, data }: EventNotice): Payment | undefined {
    // Older tokens have the two accounts in the data, newer ones in the keys.
    const [to, amount] = keys.length > 1 ? [keys[2], data[0]] : [data[1], data[2]];
    if (block === undefined || to === undefined || BigInt(to) !== BigInt(this.#address)) return undefined;
    return { transaction, block, amount: BigInt(amount!) };
  }
}
