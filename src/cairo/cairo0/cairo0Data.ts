import type { Felt } from '../../felt/felt.ts';

/** How far ap has moved since the start of an ap tracking group. */
export interface ApTracking {
  readonly group: number;
  readonly offset: number;
}

/** A reference of the source: an expression over ap and fp, such as `[cast(fp + (-3), felt*)]`. */
export interface Reference {
  readonly apTracking: ApTracking;
  readonly value: string;
}

/** A hint of a Cairo 0 program. */
export interface Cairo0Hint {
  readonly code: string;
  readonly apTracking: ApTracking;
  /** The indices of the references, by the names that the hint uses (`ids.name`). */
  readonly references: ReadonlyMap<string, number>;
  /** The scopes whose constants and structs the hint can use, outermost first. */
  readonly scopes: readonly string[];
}

/** What the hints of a Cairo 0 program need besides the machine. */
export interface Cairo0Data {
  readonly hints: ReadonlyMap<number, readonly Cairo0Hint[]>;
  readonly references: readonly Reference[];
  /** Constants by their full name. */
  readonly constants: ReadonlyMap<string, Felt>;
}
