import type { Target } from './target.ts';

/** One attack. It gets its own node. */
export interface Attack {
  /** What the attacker does, in a few words. */
  readonly name: string;
  /** Whether the attack is part of the short run, which every change must pass. */
  readonly short?: boolean;
  /** Options of the command, except the port. A function can first start something that they need, such as an origin. */
  readonly options?: readonly string[] | (() => Promise<readonly string[]>);
  /** Files to write into the working folder before the node starts, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** Environment variables of the command. */
  readonly env?: Readonly<Record<string, string>>;
  /** The attack ends the node on purpose, so the node is not checked afterwards. */
  readonly endsNode?: boolean;
  /** Runs the attack and describes the result in a few words. Throws an AttackSucceeded if the node did not withstand it. */
  readonly run: (target: Target, chance: AttackSettings) => Promise<string>;
}

/** Settings for random attacks. */
export interface AttackSettings {
  readonly seed: number;
  /** The number of random cases, which is smaller in the short run. */
  readonly cases: number;
}

/** Attacks on the same part of the node. */
export interface AttackGroup {
  readonly name: string;
  readonly attacks: readonly Attack[];
}

/** The node did not withstand an attack. */
export class AttackSucceeded extends Error {}

/** Throws an AttackSucceeded unless the condition holds. */
export function mustHold(condition: unknown, otherwise: string): asserts condition {
  if (!condition) throw new AttackSucceeded(otherwise);
}

/** The limits during an attack that SECURITY.md promises. */
export const LIMITS = {
  /** The longest time that another client may wait. */
  waitMs: 1000,
  /** The memory that the process may use in addition to that before the attack. */
  memoryMb: 1000,
} as const;
