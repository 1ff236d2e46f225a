import { finishInSlices, type Steps } from '../async/steps.ts';
import type { Cancellation } from '../chain/cancellation.ts';
import { answerText, type Transport } from '../rpc/answerText.ts';
import type { Dispatcher } from '../rpc/dispatch.ts';
import { FaultInterruption } from '../rpc/faults/faultInterruption.ts';
import type { OlderSpec } from '../rpc/spec/olderSpec.ts';
import type { Notice } from '../rpc/subscriptions/notice.ts';
import type { Subscriptions } from '../rpc/subscriptions/subscriptions.ts';

/** How texts go to a client. */
export interface Sending {
  readonly send: (text: string) => void;
  /** Sends a text and resolves when the client will read it apart from the next one. */
  readonly sendApart?: ((text: string) => Promise<void>) | undefined;
  /** Cuts the connection without a word, as a network does. */
  readonly cut?: (() => void) | undefined;
}

/** What a session works with. */
export interface SessionParts {
  readonly dispatcher: Dispatcher;
  readonly sending: Sending;
  readonly subscriptions: Subscriptions;
  /** Tells when all notifications of changes so far are sent; undefined when they are. */
  readonly delivered: () => Promise<void> | undefined;
  /** Requests that are running when it fires are cut. */
  readonly signal: Cancellation;
  /** The older version of the specification that the client speaks; undefined for ours. */
  readonly spec?: OlderSpec | undefined;
}

const nothing = (): void => undefined;

/** One connection that can subscribe: a WebSocket, or a client in this process. */
export class Session {
  readonly #dispatcher: Dispatcher;
  readonly #sending: Sending;
  readonly #subscriptions: Subscriptions;
  readonly #signal: Cancellation;
  readonly #spec: OlderSpec | undefined;
  readonly #delivered: () => Promise<void> | undefined;
  /** Requests of a session are answered one after the other. */
  #last: Promise<void> = Promise.resolve();
  /** Resolves when the first notifications of all subscriptions so far are sent; undefined when none waits. */
  #notified: Promise<void> | undefined;

  constructor({ dispatcher, sending, subscriptions, delivered, signal, spec }: SessionParts) {
    this.#spec = spec;
    this.#dispatcher = dispatcher;
    this.#sending = sending;
    this.#subscriptions = subscriptions;
    this.#delivered = delivered;
    this.#signal = signal;
  }

  /** Takes a request; its answer, and what subscriptions tell, go to `send`. Resolves when all of it is sent. */
  receive(body: string | Uint8Array, transport: Transport = 'socket'): Promise<void> {
    const turn = this.#last.then(() => this.#answer(body, transport));
    // A failed send must not stop the requests after it.
    this.#last = turn.then(nothing, nothing);
    return turn.then(({ notified }) => notified);
  }

  /** Answers a request; for a subscription it tells when the first notifications are sent, too. */
  async #answer(body: string | Uint8Array, transport: Transport): Promise<{ readonly notified?: Promise<void> }> {
    const { send, sendApart } = this.#sending;
    const subscriptions = this.#subscriptions;
    const caller = { subscriptions, signal: this.#signal, spec: this.#spec };
    const answer = await answerText(body, this.#dispatcher, caller, transport).catch(this.#interrupted);
    if (answer === undefined) return {};
    const confirm = subscriptions.takeUnconfirmed();
    if (confirm && sendApart) {
      // Some clients lose a notification that they read together with the answer: they know the subscription only after it.
      const notified = sendApart(answer).then(() => finishInSlices(confirm()));
      const earlier = this.#notified;
      this.#notified = notified.then(nothing, nothing).then(() => earlier);
      return { notified };
    }
    if (this.#notified) {
      // A client hears of its own change before the answer to it.
      await this.#notified;
      this.#notified = undefined;
    }
    if (subscriptions.size > 0) await this.#delivered();
    send(answer);
    if (confirm) await finishInSlices(confirm());
    return {};
  }

  /** What a fault leaves of an answer; undefined if nothing is to be sent. A WebSocket has no statuses, so their bodies are answers. */
  readonly #interrupted = (error: unknown): string | undefined => {
    if (!(error instanceof FaultInterruption)) throw error;
    if (error.kind === 'cut') this.#sending.cut?.();
    // A proxy gives up on requests of HTTP alone.
    return error.kind === 'status' && error.status !== 504 ? error.body : undefined;
  };

  /** Tells what happened with the change of this number. */
  deliver(notice: Notice, change: number): Steps<void> {
    return this.#subscriptions.deliver(notice, change);
  }

  /** Ends all subscriptions. */
  reset(): void {
    this.#subscriptions.clear();
  }
}
