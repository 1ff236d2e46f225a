import { answerText, type Transport } from '../rpc/answerText.ts';
import type { Dispatcher } from '../rpc/dispatch.ts';
import type { Notice } from '../rpc/notice.ts';
import { Subscriptions } from '../rpc/subscriptions.ts';

/** One connection that can subscribe: a WebSocket, or a client in this process. */
export class Session {
  readonly #dispatcher: Dispatcher;
  readonly #send: (text: string) => void;
  readonly #subscriptions: Subscriptions;
  /** Requests of a session are answered one after the other. */
  #last: Promise<void> = Promise.resolve();

  constructor(dispatcher: Dispatcher, send: (text: string) => void, newSubscriptionId: () => string) {
    this.#dispatcher = dispatcher;
    this.#send = send;
    this.#subscriptions = new Subscriptions(send, newSubscriptionId);
  }

  /** Takes a request; its answer, and what subscriptions tell, go to `send`. Resolves when it is answered. */
  receive(text: string, transport: Transport = 'socket'): Promise<void> {
    const turn = this.#last.then(async () => {
      this.#send(await answerText(text, this.#dispatcher, { subscriptions: this.#subscriptions }, transport));
      this.#subscriptions.confirm();
    });
    // A failed send must not stop the requests after it.
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  deliver(notice: Notice): void {
    this.#subscriptions.deliver(notice);
  }

  /** Forgets all subscriptions. */
  reset(): void {
    this.#subscriptions.clear();
  }
}
