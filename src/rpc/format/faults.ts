import { describeFault } from '../../faults/describeFault.ts';
import type { InjectedFault } from '../../faults/faultPlan.ts';
import type { FaultRule } from '../../faults/faultRule.ts';
import type { FaultSwitch } from '../faults/faultSwitch.ts';

/** The faults between a chain and its clients. */
export interface FaultReport {
  readonly seed: number;
  readonly rules: readonly FaultRuleReport[];
  /** How many faults have happened. */
  readonly total: number;
  /** The newest of them, oldest first. */
  readonly injected: readonly InjectedFault[];
}

/** A rule, and how often it applied. */
export interface FaultRuleReport {
  readonly rule: FaultRule;
  /** What it does, in a sentence. */
  readonly text: string;
  /** How many requests, notifications or blocks it could have applied to. */
  readonly seen: number;
  readonly injected: number;
}

export function formatFaults({ plan }: Pick<FaultSwitch, 'plan'>): FaultReport {
  if (!plan) return { seed: 0, rules: [], total: 0, injected: [] };
  return {
    seed: plan.settings.seed ?? 0,
    rules: plan.rules.map(({ rule, seen, injected }) => ({ rule, text: describeFault(rule), seen, injected })),
    total: plan.total,
    injected: [...plan.injected],
  };
}
