import type { Felt } from '../felt/felt.ts';
import { keyOf } from '../felt/key.ts';
import type { Printed } from './machine.ts';

/** The output of DebugPrint hints until it is taken. */
export class PrintLog {
  #prints: Printed[] = [];

  add(felts: readonly Felt[], step: number): void {
    this.#prints.push({ felts: felts.map(keyOf), step, by: undefined });
  }

  /** Notes who made the prints that nobody has labelled yet. They are the newest. */
  label(by: object): void {
    for (let i = this.#prints.length - 1; i >= 0 && this.#prints[i]!.by === undefined; i--)
      this.#prints[i] = { ...this.#prints[i]!, by };
  }

  /** Returns the prints, oldest first, and forgets them. */
  take(): readonly Printed[] {
    const prints = this.#prints;
    this.#prints = [];
    return prints;
  }
}
