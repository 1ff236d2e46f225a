import { draw, drawBits, hashText } from '../random/draw.ts';
import { type FaultOccasion, faultKinds, type RequestWork } from './faultKinds.ts';
import type { FaultKind, FaultRule, FaultSettings, FaultTime } from './faultRule.ts';

/** A request or a notification, or a block that was made. */
export interface FaultMomentFacts {
  readonly occasion: FaultOccasion;
  /** The name of the method or of the notification, as rules are compared with it. */
  readonly name?: string | undefined;
  readonly work?: RequestWork | undefined;
  /** The number of the newest block. */
  readonly block: number;
}

/** A rule that applies now, and what was drawn for it. */
export interface DrawnFault {
  readonly rule: FaultRule;
  /** The place of the rule in the list. */
  readonly index: number;
  readonly milliseconds: number;
  /** A seed for what happens because of it. */
  readonly seed: number;
  /** The newest block. */
  readonly block: number;
  /** The number of the request, of the notification or of the new block, since the faults were set. */
  readonly at: number;
}

/** A fault that happened. */
export interface InjectedFault {
  /** The first one is 1. */
  readonly number: number;
  readonly fault: FaultKind;
  /** The place of its rule in the list. */
  readonly rule: number;
  /** The method, the notification or the block. */
  readonly on: string;
  /** The number of the request, of the notification or of the new block, since the faults were set. */
  readonly at: number;
  /** The newest block when it happened. */
  readonly block: number;
  /** How long it took, for delays. */
  readonly milliseconds?: number;
}

interface RuleState {
  readonly rule: FaultRule;
  readonly index: number;
  readonly names: ReadonlySet<string> | undefined;
  readonly points: ReadonlySet<number> | undefined;
  readonly most: number;
  /** What its random numbers are drawn for. It does not depend on the other rules, so that one can be left out. */
  readonly key: number;
  /** How many requests, notifications or blocks it could have applied to. */
  seen: number;
  /** How often it was drawn. `times` limits this, since it depends on the order of requests alone. */
  drawn: number;
  injected: number;
}

/** The newest faults that are kept for `injected`. */
const KEPT = 1000;

/**
 * Decides which faults happen. Everything depends on the seed, the rules and the order of requests alone: a rule counts what it can apply
 * to, and draws a number for each count.
 */
export class FaultPlan {
  readonly settings: FaultSettings;
  readonly #rules: readonly RuleState[];
  readonly #counts: Record<FaultOccasion, number> = { request: 0, notification: 0, block: 0 };
  readonly #injected: InjectedFault[] = [];
  #total = 0;

  /** `nameOf` brings the names of methods in rules into the form that they are compared in. */
  constructor(settings: FaultSettings, nameOf: (method: string) => string = (method) => method) {
    this.settings = settings;
    const seed = settings.seed ?? 0;
    const equals = new Map<string, number>();
    this.#rules = settings.rules.map((rule, index) => {
      const { times: _, ...rest } = rule;
      const text = JSON.stringify(rest);
      const same = equals.get(text) ?? 0;
      equals.set(text, same + 1);
      const method = 'method' in rule ? rule.method : undefined;
      return {
        rule,
        index,
        names: method === undefined ? undefined : new Set([method].flat().map((name) => nameOf(name))),
        points: rule.at === undefined ? undefined : new Set([rule.at].flat()),
        most: rule.times ?? (rule.block === undefined ? Number.POSITIVE_INFINITY : 1),
        key: drawBits(seed, hashText(text), same),
        seen: 0,
        drawn: 0,
        injected: 0,
      };
    });
  }

  /** How many faults have happened. */
  get total(): number {
    return this.#total;
  }

  /** The newest faults, oldest first. */
  get injected(): readonly InjectedFault[] {
    return this.#injected;
  }

  /** The rules, with how often each could have applied and did. */
  get rules(): readonly { readonly rule: FaultRule; readonly seen: number; readonly injected: number }[] {
    return this.#rules.map(({ rule, seen, injected }) => ({ rule, seen, injected }));
  }

  /** Counts an occasion. Returns the rules that apply to it, in their order; those that come about are to be noted. */
  decide(facts: FaultMomentFacts): readonly DrawnFault[] {
    const { occasion, name, work, block } = facts;
    const at = ++this.#counts[occasion];
    const drawn: DrawnFault[] = [];
    for (const state of this.#rules) {
      const { rule, names, index } = state;
      const kind = faultKinds[rule.fault];
      if (kind.occasion !== occasion || (kind.only && kind.only !== work)) continue;
      if (names && (name === undefined || !names.has(name))) continue;
      state.seen++;
      if (state.drawn >= state.most || !isDue(state, block)) continue;
      state.drawn++;
      const time = 'milliseconds' in rule ? drawTime(rule.milliseconds, draw(state.key, state.seen, 1)) : 0;
      drawn.push({ rule, index, milliseconds: time, seed: drawBits(state.key, state.seen, 2), block, at });
    }
    return drawn;
  }

  /** Notes a fault that happens. */
  note({ rule, index, milliseconds, block, at }: DrawnFault, on: string): InjectedFault {
    const { fault } = rule;
    this.#rules[index]!.injected++;
    const noted: InjectedFault = {
      number: ++this.#total,
      fault,
      rule: index,
      on,
      at,
      block,
      ...('milliseconds' in rule && { milliseconds }),
    };
    this.#injected.push(noted);
    if (this.#injected.length > KEPT) this.#injected.shift();
    return noted;
  }
}

/** Whether the rule applies to what it has just counted. */
function isDue({ rule, points, key, seen }: RuleState, block: number): boolean {
  if (points) return points.has(seen);
  if (rule.block !== undefined) return block >= rule.block;
  return rule.probability === undefined || draw(key, seen, 0) < rule.probability;
}

/** A time, from a number between 0 and 1; whole milliseconds, as timers have them. */
function drawTime(time: FaultTime, chance: number): number {
  if (typeof time === 'number') return Math.round(time);
  if ('uniform' in time) return Math.round(time.uniform[0] + chance * (time.uniform[1] - time.uniform[0]));
  return Math.min(Math.round(-Math.log(1 - chance) * time.exponential), time.cap);
}

/** What is said of an injected fault in a log. What its rule does was said when the rules were set. */
export const injectedText = ({ number, fault, rule, on, at, milliseconds }: InjectedFault): string =>
  `Fault ${number}: ${fault}${milliseconds === undefined ? '' : ` of ${milliseconds} ms`} (${on}, number ${at}), by rules[${rule}]`;
