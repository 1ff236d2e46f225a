// What the user of a wallet does with requests, as a test decides it.
import { orAborted } from '../async/orAborted.ts';
import { readAmount, wrongValue } from '../library/values.ts';
import type { WalletError } from './walletError.ts';

/** For which requests a decision is made, and when it is carried out. */
export interface DecisionOptions {
  /** Only for requests of this type, such as `wallet_signTypedData`. Default: for all that ask the user. */
  readonly method?: string | undefined;
  /** For this many requests. Default: for all from now on. */
  readonly times?: number | undefined;
  /** How long the user takes. Default: no time. */
  readonly delayMilliseconds?: number | undefined;
}

/** The end of a request, as far as the user decides it. */
export type Outcome = 'approve' | 'hold' | WalletError;

interface Rule {
  readonly outcome: Outcome;
  readonly method: string | undefined;
  readonly delay: number;
  left: number;
}

/** A request that has to be decided. */
export interface Question {
  readonly type: string;
  /** Whether the user is asked at all. Other requests are decided only by rules for their method. */
  readonly asksUser: boolean;
}

interface Held {
  readonly question: Question;
  readonly decide: (rule: Pick<Rule, 'outcome' | 'delay'>) => void;
}

/** The rules of a test, and the requests that wait for it. */
export class Decisions {
  /** Rules for a number of requests, in the order in which they were given. */
  #limited: Rule[] = [];
  /** Rules without a number, the newest first. */
  #lasting: Rule[] = [];
  readonly #held = new Set<Held>();

  /** Adds a decision. Requests that are held and that it fits are decided by it. */
  add(outcome: Outcome, options: DecisionOptions = {}): void {
    const { method, times, delayMilliseconds } = options;
    for (const name of Object.keys(options))
      if (!['method', 'times', 'delayMilliseconds'].includes(name))
        throw wrongValue(name, "absent: a decision has 'method', 'times' and 'delayMilliseconds'", options);
    const rule: Rule = {
      outcome,
      method,
      delay: delayMilliseconds === undefined ? 0 : Number(readAmount(delayMilliseconds, 'delayMilliseconds', 31)),
      left: times === undefined ? Number.POSITIVE_INFINITY : Number(readAmount(times, 'times', 31)),
    };
    if (times !== undefined) this.#limited.push(rule);
    else if (method === undefined) [this.#limited, this.#lasting] = [[], [rule]];
    else this.#lasting.unshift(rule);
    if (outcome === 'hold') return;
    for (const held of [...this.#held])
      if (rule.left > 0 && fits(rule, held.question)) {
        rule.left--;
        held.decide(rule);
      }
  }

  /** Waits for the decision about a request. Throws the error that it ends with. `signal` gives it up. */
  async decide(question: Question, signal?: AbortSignal): Promise<void> {
    let rule: Pick<Rule, 'outcome' | 'delay'> = this.#ruleFor(question);
    if (rule.outcome === 'hold') rule = await this.#hold(question, signal);
    if (rule.delay > 0) await delayed(rule.delay, signal);
    if (rule.outcome !== 'approve') throw rule.outcome;
  }

  #ruleFor(question: Question): Pick<Rule, 'outcome' | 'delay'> {
    this.#limited = this.#limited.filter(({ left }) => left > 0);
    const rule = [...this.#limited, ...this.#lasting].find((each) => fits(each, question));
    if (!rule) return { outcome: 'approve', delay: 0 };
    rule.left--;
    return rule;
  }

  async #hold(question: Question, signal: AbortSignal | undefined): Promise<Pick<Rule, 'outcome' | 'delay'>> {
    let held: Held | undefined;
    const decided = new Promise<Pick<Rule, 'outcome' | 'delay'>>((resolve) => {
      held = {
        question,
        decide: (rule) => {
          this.#held.delete(held!);
          resolve(rule);
        },
      };
      this.#held.add(held);
    });
    return orAborted(decided, signal).finally(() => this.#held.delete(held!));
  }

  /** Decides one request that is held; false if it is not. */
  decideHeld(question: Question, outcome: Exclude<Outcome, 'hold'>): boolean {
    for (const held of this.#held)
      if (held.question === question) {
        held.decide({ outcome, delay: 0 });
        return true;
      }
    return false;
  }

  /** Whether a request is held. */
  isHeld(question: Question): boolean {
    return [...this.#held].some((held) => held.question === question);
  }
}

/** Waits so many milliseconds. A page that goes leaves no timer behind. */
function delayed(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return orAborted(passed, signal).finally(() => clearTimeout(timer));
}

const fits = ({ method }: Rule, { type, asksUser }: Question): boolean =>
  method === undefined ? asksUser : method === type;
