/** The header of requests that has the ids of the forks that wait for the answer. */
export const TRAIL_HEADER = 'x-starbox-forks';
/** The HTTP status of the answer to a request that is marked with an id of the node itself. */
export const CIRCLE_STATUS = 508;

/** The most ids that are passed on. A circle of forks is noticed as long as it has fewer. */
const MOST_IDS = 128;
const ID_BYTES = 8;
const ID = /^[0-9a-f]{16}$/;

/**
 * The mark of a fork in the requests to its origin: its own id, and those of the forks that wait for its answers themselves. A node that is
 * asked in its own name is its own origin, perhaps through others, and would ask itself without end.
 */
export class ForkTrail {
  readonly id: string = newId();
  /** How many requests of each fork are being answered, the newest last. */
  readonly #waiting = new Map<string, number>();

  /** The ids for requests to the origin, this fork first. */
  get ids(): readonly string[] {
    return [this.id, ...[...this.#waiting.keys()].reverse()].slice(0, MOST_IDS);
  }

  /** These forks wait for an answer. Returns a function to be called when it is given. */
  enter(ids: readonly string[]): () => void {
    for (const id of ids) {
      const count = this.#waiting.get(id) ?? 0;
      this.#waiting.delete(id);
      this.#waiting.set(id, count + 1);
    }
    return () => {
      for (const id of ids) {
        const count = this.#waiting.get(id)!;
        if (count > 1) this.#waiting.set(id, count - 1);
        else this.#waiting.delete(id);
      }
    };
  }
}

/** The ids as a text. */
export const writeTrail = (ids: readonly string[]): string => ids.join(',');

/** Reads such a text. What is no id is left out. */
export const readTrail = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(',', MOST_IDS)
      .map((id) => id.trim())
      .filter((id) => ID.test(id)),
  ),
];

const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(ID_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');
