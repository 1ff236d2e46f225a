// Arguments that several tools take.
import { integer, list, object, optional, text, value } from './input.ts';

export const branchField = optional(text('A branch. Default: the one in use.', 40));

export const beforeField = optional(text('The mark of the next page, which an answer gives.', 100));

/** How an answer tells that there are more, for the argument `before`. */
export const olderOnes = (next: string | number | null): string =>
  next === null ? '' : ` Older ones: call it again with before "${next}".`;

export const contractField = text('The contract: its name or address.');

export const transactionField = optional(text('tx1, tx2, …, a hash, or last. Default: last.', 70));

export const blockField = optional(integer('After which block. Default: now.', 0, Number.MAX_SAFE_INTEGER));

/** Arguments of a function or a constructor. */
export const argsField = optional(
  value(
    'The arguments: a list, or an object by name. Large integers as decimal text, addresses as 0x… or @alice, @Counter, structs as {"member": value}, enums as {"Variant": value}.',
    'array',
    'object',
  ),
);

export const callFields = {
  to: contractField,
  function: text('The name of the function.', 300),
  args: argsField,
} as const;

/** A call as tools take it. */
export const callInput = object('', callFields);

export const callsInput = list('Calls, which are one transaction.', callInput, 20);

export interface GivenCall {
  readonly to: string;
  readonly function: string;
  readonly args: unknown;
}
