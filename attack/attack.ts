import type { Target } from './target.ts';

/** One attack on a node that was started for it alone. */
export interface Attack {
  /** What the attacker does, in a few words. */
  readonly name: string;
  /** Also part of the short form that every change must pass. */
  readonly short?: boolean;
  /** Options of the command, beside the port; a function may start what they name, such as an origin. */
  readonly options?: readonly string[] | (() => Promise<readonly string[]>);
  /** Files of the working folder, by name, before the node starts. */
  readonly files?: Readonly<Record<string, string>>;
  /** Environment variables of the command. */
  readonly env?: Readonly<Record<string, string>>;
  /** The attack ends the node on purpose: it must not be asked anything afterwards. */
  readonly endsNode?: boolean;
  /** Does the damage and tells what came of it, in a few words. Throws a `Fell` when the node did not hold. */
  readonly run: (target: Target, chance: Chance) => Promise<string>;
}

/** What an attack may leave to chance. */
export interface Chance {
  readonly seed: number;
  /** How many random cases to try: fewer in the short form. */
  readonly cases: number;
}

/** Attacks on the same part of the node. */
export interface AttackGroup {
  readonly name: string;
  readonly attacks: readonly Attack[];
}

/** The node did not hold. */
export class Fell extends Error {}

/** Throws a `Fell` unless something is as it must be. */
export function mustHold(condition: unknown, otherwise: string): asserts condition {
  if (!condition) throw new Fell(otherwise);
}

/** What the promise in SECURITY.md allows while an attack goes on. */
export const PROMISE = {
  /** The longest that another client may wait. */
  waitMs: 1000,
  /** What the process may take beyond what it had before the attack. */
  memoryMb: 1000,
} as const;
