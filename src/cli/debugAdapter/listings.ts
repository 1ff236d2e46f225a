import type { DebugClass } from '../../tools/debug/debugClass.ts';
import { sierraListing } from '../../tools/debug/listing.ts';

/** The texts that an editor shows where there is no source, by the number under which it asks for them. */
export class Listings {
  readonly #classes: DebugClass[] = [];

  /** The number of the listing of a class. */
  referenceOf(own: DebugClass): number {
    const index = this.#classes.indexOf(own);
    return index >= 0 ? index + 1 : this.#classes.push(own);
  }

  /** Undefined if there is no listing of that number. */
  text(reference: unknown): string | undefined {
    const own = this.#classes[Number(reference) - 1];
    return own && sierraListing(own);
  }
}
