import type { Steps } from '../../async/steps.ts';
import type { Felt } from '../../felt/felt.ts';
import { directHashing, type HashFormula, type Hashing } from '../../felt/hashing.ts';
import { poseidonSteps } from '../../sierra/hash/poseidonSteps.ts';

/** A hash that is not computed yet: the index of the operation that computes it. */
type Slot = number;
type Value = Felt | Slot;

type Operation =
  | { readonly kind: 'many'; readonly items: readonly Value[] }
  | { readonly kind: 'pair'; readonly a: Value; readonly b: Value }
  | { readonly kind: 'plus'; readonly value: Value; readonly addend: number };

const OPERATIONS_AT_ONCE = 32;

/** Computes the hashes of a formula with pauses: records its operations first, then runs them. */
export function* hashInSteps(formula: HashFormula, before: Felt): Steps<readonly Felt[]> {
  const operations: Operation[] = [];
  const slotOf = (operation: Operation): Slot => operations.push(operation) - 1;
  const recorder: Hashing<Slot> = {
    many: (items) => slotOf({ kind: 'many', items }),
    pair: (a, b) => slotOf({ kind: 'pair', a, b }),
    plus: (value, addend) => slotOf({ kind: 'plus', value, addend }),
  };
  const results = formula(recorder, before);
  yield;
  const values: Felt[] = [];
  const feltOfValue = (value: Value): Felt => (typeof value === 'number' ? values[value]! : value);
  for (const operation of operations) {
    switch (operation.kind) {
      case 'many':
        values.push(yield* poseidonSteps(operation.items.map(feltOfValue)));
        break;
      case 'pair':
        values.push(directHashing.pair(feltOfValue(operation.a), feltOfValue(operation.b)));
        break;
      case 'plus':
        values.push(directHashing.plus(feltOfValue(operation.value), operation.addend));
    }
    if (values.length % OPERATIONS_AT_ONCE === 0) yield;
  }
  return results.map(feltOfValue);
}
