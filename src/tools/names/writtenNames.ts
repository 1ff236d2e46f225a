import { selectorOf } from '../../execution/hash/address.ts';
import type { Felt } from '../../felt/felt.ts';
import { type FeltKey, keyOf } from '../../felt/key.ts';

/** COST: about 100 bytes for a name. */
const MAX_NAMES = 1000;
const MAX_NAME_LENGTH = 256;

/**
 * The names of functions that users of this process wrote, perhaps wrongly. A chain sees only their selectors, and its errors are to show
 * the name. A name has the same selector on every chain, so one list serves all of them.
 */
const names = new Map<FeltKey, string>();

/** The selector of a name that a user wrote. Errors about this selector will show the name. */
export function writtenSelector(name: string): Felt {
  const selector = selectorOf(name);
  if (name.length > MAX_NAME_LENGTH) return selector;
  const key = keyOf(selector);
  // The oldest are dropped.
  names.delete(key);
  names.set(key, name);
  if (names.size > MAX_NAMES) names.delete(names.keys().next().value!);
  return selector;
}

/** The name with this selector that a user wrote lately; undefined if nobody did. */
export const writtenName = (selector: FeltKey): string | undefined => names.get(selector);
