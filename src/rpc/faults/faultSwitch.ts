import type { FaultPlan } from '../../faults/faultPlan.ts';
import type { FaultSettings } from '../../faults/faultRule.ts';

/** The faults of a chain as its methods see them. */
export interface FaultSwitch {
  /** What decides about faults; undefined if there are none, which all requests look at. */
  readonly plan: FaultPlan | undefined;
  /** Puts other rules into force, and counts from the start. Without rules, there are no faults. Throws a FaultError. */
  set(settings: FaultSettings): void;
}
