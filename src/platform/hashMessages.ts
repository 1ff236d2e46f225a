// The messages between the main thread and the hash worker.
import type { Felt } from '../felt/felt.ts';
import type { SharedRecipe } from '../felt/hashRecipe.ts';

/** Backpressure: with this many unanswered requests the worker is sent no more. */
export const MAX_OUTSTANDING = 32;

/** What the worker is asked to compute. */
export interface HashRequest {
  readonly id: number;
  readonly recipe: SharedRecipe;
  /** The earlier request whose last hash this one builds on; undefined if the recipe contains the value. */
  readonly builtOn: number | undefined;
}

/** The hashes of a request; undefined if the worker could not compute them. */
export interface HashResponse {
  readonly id: number;
  readonly hashes: readonly Felt[] | undefined;
}
