import type { Node } from '../../chain/node.ts';
import type { ChainEvent } from '../../chain/value/event.ts';
import type { FaultOccasion, RequestWork } from '../../faults/faultKinds.ts';
import { type DrawnFault, FaultPlan, type InjectedFault } from '../../faults/faultPlan.ts';
import type { FaultKind, FaultSettings } from '../../faults/faultRule.ts';
import { type Dialect, type MethodGroup, writeMethodName } from '../dialect.ts';
import { controlEntry } from '../journal/journalEntry.ts';
import { findMethod, type Methods } from '../method.ts';
import type { Notification } from '../subscriptions/notification.ts';
import { bareName, checkFaults, workOf } from './checkFaults.ts';
import type { FaultSwitch } from './faultSwitch.ts';
import { reorganise } from './reorganise.ts';

/** What follows the faults of a chain. */
export interface FaultObserver {
  /** A fault happens. */
  readonly injected?: ((fault: InjectedFault) => void) | undefined;
  /** Other rules are in force; undefined if there are none any more. */
  readonly changed?: ((settings: FaultSettings | undefined) => void) | undefined;
}

/** Late notifications that are kept at once. Further ones are sent at once, so that nobody can fill the memory with them. */
const MOST_LATE = 10_000;

/** The faults between a chain and its clients. They are no part of the chain: no snapshot, dump or state file has them. */
export class FaultFront implements FaultSwitch {
  plan: FaultPlan | undefined;
  readonly node: Node;
  readonly #methods: Methods;
  readonly #observer: FaultObserver;
  /** Ends the waits that are under way. */
  readonly #waits = new Set<() => void>();
  #late = 0;
  #reorganising: Promise<void> | undefined;
  #drawing: Promise<void> | undefined;
  readonly #surprise: ((error: unknown) => void) | undefined;

  constructor(node: Node, methods: Methods, observer: FaultObserver = {}, surprise?: (error: unknown) => void) {
    this.node = node;
    this.#methods = methods;
    this.#observer = observer;
    this.#surprise = surprise;
  }

  set(settings: FaultSettings): void {
    checkFaults(settings, this.#methods, this.node.config);
    const plan = settings.rules.length === 0 ? undefined : new FaultPlan(settings, bareName);
    if (!plan && !this.plan) return;
    this.plan = plan;
    this.#observer.changed?.(plan?.settings);
    if (!plan) this.#endWaits();
  }

  /**
   * The kind of work of a client's method; undefined for those that have no faults: controls, unknown methods, and all methods under their
   * neutral names, which only tools such as the page use.
   */
  workOf(method: string): RequestWork | undefined {
    const found = findMethod(this.#methods, method);
    return found && isOfClients(found.method.group, found.dialect) ? workOf(found.method) : undefined;
  }

  /** Decides about a request of a client. */
  decide(method: string, work: RequestWork): readonly DrawnFault[] {
    return this.#decide('request', bareName(method), work);
  }

  #decide(occasion: FaultOccasion, name: string, work?: RequestWork): readonly DrawnFault[] {
    const block = this.node.chain.latest.number;
    return this.plan?.decide({ occasion, name, work, block }) ?? [];
  }

  /** Notes that a fault happens. */
  note(plan: FaultPlan, fault: DrawnFault, on: string): void {
    const noted = plan.note(fault, on);
    this.#observer.injected?.(noted);
  }

  /** Waits some time, or until there are no faults any more. */
  async wait(milliseconds: number): Promise<void> {
    if (!this.plan) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#waits.delete(end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      this.#waits.add(end);
    });
  }

  /** Resolves when there are no faults any more. */
  async untilCleared(): Promise<void> {
    if (this.plan) await new Promise<void>((resolve) => this.#waits.add(resolve));
  }

  /** Sends a notification as the rules say. */
  notify(
    { method, group }: Pick<Notification, 'method' | 'group'>,
    dialect: Dialect,
    send: () => void,
    cut: (() => void) | undefined,
  ): void {
    const { plan } = this;
    if (!plan || !isOfClients(group, dialect)) {
      send();
      return;
    }
    const drawn = this.#decide('notification', method);
    const happens = (fault: DrawnFault | undefined): fault is DrawnFault => {
      if (fault) this.note(plan, fault, writeMethodName(group, method, dialect));
      return fault !== undefined;
    };
    const first = (...kinds: readonly FaultKind[]) => drawn.find(({ rule }) => kinds.includes(rule.fault));
    const lost = first('notification-dropped', 'socket-cut');
    if (happens(lost)) {
      if (lost.rule.fault === 'socket-cut') cut?.();
      return;
    }
    const sends = happens(first('notification-doubled')) ? 2 : 1;
    const late = first('notification-late');
    const sendAll = () => {
      for (let i = 0; i < sends; i++) send();
    };
    if (this.#late >= MOST_LATE || !happens(late)) {
      sendAll();
      return;
    }
    this.#late++;
    void this.wait(late.milliseconds).then(() => {
      this.#late--;
      sendAll();
    });
  }

  /** Reorganises the chain after new blocks, as the rules say. */
  blocksMade(events: readonly ChainEvent[]): void {
    const { plan } = this;
    if (!plan || this.#reorganising) return;
    for (const event of events) {
      if (event.kind !== 'block') continue;
      const { number } = event.block;
      // Every block is counted, also those that the first reorganisation takes back.
      const [due] = plan.decide({ occasion: 'block', block: number });
      if (this.#reorganising || due?.rule.fault !== 'reorganisation') continue;
      const { blocks } = due.rule;
      this.note(plan, due, `block ${number}`);
      this.#reorganising = this.#reorganise(blocks, due.seed).finally(() => {
        this.#reorganising = undefined;
      });
    }
  }

  /** It is in the journal as the request that does the same. */
  async #reorganise(blocks: number, seed: number): Promise<void> {
    const record = controlEntry('reorganise', { blocks, seed });
    try {
      await this.node.write((draft) => reorganise(draft, blocks, seed), { record });
    } catch (error) {
      this.#surprise?.(error);
    }
  }

  /** Tells when the chain is as the rules want it, and nothing is being drawn; undefined when it is so. */
  get settled(): Promise<void> | undefined {
    return this.#reorganising ?? this.#drawing;
  }

  /** Draws for a request, with pauses. Others wait meanwhile, so that the order of requests alone decides what is drawn. */
  async alone<T>(draw: () => Promise<T>): Promise<T> {
    const drawn = draw();
    const drawing = drawn.then(
      () => undefined,
      () => undefined,
    );
    this.#drawing = drawing;
    try {
      return await drawn;
    } finally {
      if (this.#drawing === drawing) this.#drawing = undefined;
    }
  }

  /** Ends all waits. */
  end(): void {
    this.plan = undefined;
    this.#endWaits();
  }

  #endWaits(): void {
    for (const end of [...this.#waits]) end();
    this.#waits.clear();
  }
}

const isOfClients = (group: MethodGroup, dialect: Dialect): boolean => group === 'chain' && dialect === 'starknet';
