import { finishInSlices, finishInTurn, type Steps } from '../async/steps.ts';
import { nextTurn } from '../async/turns.ts';
import type { L1Connection } from '../chain/l1Connection.ts';
import type { Node } from '../chain/node.ts';
import type { ChainEvent } from '../chain/value/event.ts';
import type { PaymasterSettings } from '../paymaster/settings.ts';
import { connectAnyL1 } from '../rpc/connectAnyL1.ts';
import { Dispatcher, type DispatcherOptions } from '../rpc/dispatch.ts';
import type { FaultObserver } from '../rpc/faults/faultFront.ts';
import { writeRecord } from '../rpc/journal/journalEntry.ts';
import { findMethod } from '../rpc/method.ts';
import { methods } from '../rpc/methods/index.ts';
import type { OlderSpec } from '../rpc/spec/olderSpec.ts';
import { type Notice, noticesOf } from '../rpc/subscriptions/notice.ts';
import {
  type AllSubscriptions,
  type SendNotification,
  Subscriptions,
  type SubscriptionTotals,
} from '../rpc/subscriptions/subscriptions.ts';
import type { Overrides } from '../stateFile/overrides.ts';
import { AutoPostman } from './autoPostman.ts';
import { L1Desk } from './l1Desk.ts';
import { PaymasterDesk } from './paymasterDesk.ts';
import { type Sending, Session } from './session.ts';

/** What the dispatcher of a hub is given, and what the hub needs itself. */
export interface HubOptions extends Omit<DispatcherOptions, 'node' | 'methods'> {
  /** Counts the subscriptions of all hubs of a server, whose limits they share. Default: those of this hub alone. */
  readonly subscriptionTotals?: SubscriptionTotals | undefined;
  /** Turns the paymaster on. Default: it is off until `paymaster.open` is called. */
  readonly paymaster?: PaymasterSettings | undefined;
  /** Called with a warning about a failure outside of any request. */
  readonly warn?: ((text: string) => void) | undefined;
}

/** Up to this number, notifications are sent at once, however long the turn has lasted. */
const SENT_AT_ONCE = 256;

/** A node with its clients: answers requests, opens sessions and sends them notifications. */
export class Hub {
  readonly node: Node;
  /** Answers the calls of clients. For the text of a request use it with `answerText`. */
  readonly dispatcher: Dispatcher;
  readonly paymaster: PaymasterDesk;
  /** The L1 in this process, if the chain has one. */
  readonly l1: L1Desk;
  readonly #sessions = new Set<Session>();
  readonly #ending = new AbortController();
  readonly #stopFollowing: () => void;
  readonly #options: HubOptions;
  readonly #postman: AutoPostman | undefined;
  readonly #subscriptions: AllSubscriptions;
  /** Ends when all sessions have received the notifications of the last changes. */
  #delivering: Promise<void> | undefined;
  #isTellingFaults = false;

  constructor(node: Node, options: HubOptions = {}) {
    this.node = node;
    this.#options = options;
    const totals = options.subscriptionTotals ?? { count: 0, filterValues: 0 };
    this.#subscriptions = { count: 0, totals, changes: 0 };
    this.dispatcher = new Dispatcher({ node, methods, ...options, faultObserver: this.#faultObserver() });
    const isRestricted = options.server?.restrictedMethods !== undefined;
    this.paymaster = new PaymasterDesk(node, this.dispatcher, options.paymaster, isRestricted);
    this.l1 = new L1Desk(node, this.dispatcher, isRestricted, options);
    if (node.config.l1.auto)
      this.#postman = new AutoPostman(node, () => this.dispatcher.flush({ isBackground: true }), options.warn);
    this.#stopFollowing = node.follow((events) => {
      try {
        return this.#notify(events);
      } catch (error) {
        // The change has happened and its answer must be sent, so an error in notifications must not fail the request.
        options.surprise?.(error, 'notification');
        return undefined;
      }
    });
  }

  /** Whether a method, by its name in either dialect, can change the chain. */
  canChange(method: string): boolean {
    return typeof method === 'string' && findMethod(methods, method)?.method.kind === 'write';
  }

  /** Sends notifications of changes: at once, or in slices if there are many. Then it returns a promise of the end. */
  #notify(events: readonly ChainEvent[]): Promise<void> | undefined {
    const change = ++this.#subscriptions.changes;
    if (events.some(({ kind }) => kind === 'block')) this.dispatcher.changeMade();
    if (this.dispatcher.faults.plan) this.dispatcher.faults.blocksMade(events);
    if (events.some(({ kind }) => kind === 'reset')) for (const session of this.#sessions) session.reset();
    return this.#send(noticesOfAll(events), change);
  }

  /** Notifies subscribers of something that is no change of the chain by itself. */
  tell(notice: Notice): void {
    this.#send([notice], ++this.#subscriptions.changes);
  }

  /** Follows faults for subscribers, and for whoever else follows them. */
  #faultObserver(): FaultObserver {
    const { faultObserver } = this.#options;
    return {
      injected: (fault) => {
        faultObserver?.injected?.(fault);
        this.#tellFaults();
      },
      changed: (settings) => {
        faultObserver?.changed?.(settings);
        this.#tellFaults();
      },
    };
  }

  /** Tells of faults once a turn, because one request may meet many. */
  #tellFaults(): void {
    if (this.#isTellingFaults || this.#subscriptions.count === 0) return;
    this.#isTellingFaults = true;
    nextTurn()
      .then(() => {
        this.#isTellingFaults = false;
        const { plan } = this.dispatcher.faults;
        this.tell({ kind: 'faults', faults: { rules: plan?.settings.rules.length ?? 0, total: plan?.total ?? 0 } });
      })
      .catch((error: unknown) => this.#options.surprise?.(error, 'notification'));
  }

  #send(notices: Iterable<Notice>, change: number): Promise<void> | undefined {
    if (this.#subscriptions.count === 0) return undefined;
    const steps = this.#delivery(notices, change);
    const earlier = this.#delivering;
    if (!earlier && finishInTurn(steps, SENT_AT_ONCE)) return undefined;
    const delivering = (async () => {
      await earlier;
      await finishInSlices(steps);
    })()
      .catch((error: unknown) => this.#options.surprise?.(error, 'notification'))
      .finally(() => {
        if (this.#delivering === delivering) this.#delivering = undefined;
      });
    this.#delivering = delivering;
    return delivering;
  }

  *#delivery(notices: Iterable<Notice>, change: number): Steps<void> {
    for (const notice of notices)
      for (const session of this.#sessions) {
        yield* session.deliver(notice, change);
        yield;
      }
  }

  /** Whether answers are exactly those of starknet-devnet. */
  get strictAnswers(): boolean {
    return this.#options.server?.strictAnswers ?? false;
  }

  /** Connects to the L1 that the configuration names, if it does. Throws an L1Error. */
  async connectL1(): Promise<void> {
    const { url } = this.node.config.l1;
    if (url === undefined || isConnectedTo(url, this.node.chain.l1)) return;
    const { fetch = globalThis.fetch, loadEvm } = this.#options;
    const l1 = await connectAnyL1({ networkUrl: url }, { fetch, loadEvm, node: this.node });
    await this.node.write((draft) => draft.messages.setL1(l1));
  }

  /** The whole chain as the bytes of a state file. */
  async saveState(): Promise<Uint8Array> {
    const { value, config } = this.node;
    const { saveState } = await import('../stateFile/saveState.ts');
    return saveState({ value, config }, writeRecord);
  }

  /** Replaces the chain by that of a state file; throws StateFileError and changes nothing when it cannot be used. */
  async loadState(file: Uint8Array, overrides?: Overrides): Promise<void> {
    const { loadState } = await import('../stateFile/loadState.ts');
    await loadState(this.node, file, overrides);
    await this.dispatcher.followJournal();
  }

  /** Opens a session whose answers and notifications go to `send`, in an older version of the specification if one is given. */
  open(send: Sending['send'], sendApart?: Sending['sendApart'], spec?: OlderSpec, cut?: Sending['cut']): Session {
    const { faults } = this.dispatcher;
    const notify: SendNotification = (text, notification, dialect) =>
      faults.plan ? faults.notify(notification, dialect, () => send(text), cut) : send(text);
    const session = new Session({
      dispatcher: this.dispatcher,
      sending: { send, sendApart, cut },
      subscriptions: new Subscriptions(notify, newSubscriptionId, this.#subscriptions, spec),
      spec,
      delivered: () => this.#delivering,
      signal: this.#ending.signal,
    });
    this.#sessions.add(session);
    return session;
  }

  close(session: Session): void {
    session.reset();
    this.#sessions.delete(session);
  }

  /** Stops following the chain and cuts the running requests of sessions, which hear nothing more. */
  end(): void {
    this.#ending.abort();
    this.dispatcher.faults.end();
    this.#stopFollowing();
    this.#postman?.stop();
    for (const session of this.#sessions) session.reset();
    this.#sessions.clear();
  }
}

function* noticesOfAll(events: readonly ChainEvent[]): Generator<Notice> {
  for (const event of events) yield* noticesOf(event);
}

/** Whether a loaded state has this connection already: it is then read on from where it was. */
const isConnectedTo = (url: string, l1: L1Connection | undefined): boolean =>
  l1?.kind === 'node' ? URL.canParse(url) && l1.url === new URL(url).href : l1?.kind === url;

/** A random 64-bit number as decimal text: unguessable, and a text because JavaScript would round the number. */
function newSubscriptionId(): string {
  return crypto.getRandomValues(new BigUint64Array(1))[0]!.toString();
}
