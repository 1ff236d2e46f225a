import type { Felt } from '../../felt/felt.ts';

/** The accesses of a dictionary that is being squashed: keys ascending, and for each the indices of its accesses, ascending. */
export interface Squash {
  readonly largestKey: Felt;
  /** The number of keys that are left, with the current one. If it is 0, nothing below may be used. */
  readonly keysLeft: number;
  readonly currentKey: Felt;
  /** The number of accesses of the current key that are left, with the current one. */
  readonly accessesLeft: number;
  /** The index of the current access, which must exist. */
  readonly currentAccess: number;
  /** Goes on to the next access of the current key. */
  advanceAccess(): void;
  /** Goes on to the next key. */
  advanceKey(): void;
}
