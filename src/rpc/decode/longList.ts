import { restIfDue } from '../../async/turns.ts';
import type { Json } from '../../json/json.ts';
import { type Decoder, list, wrongType } from './decoder.ts';

/** Lists up to this length are read at once. */
const SHORT = 64;

/** A list that is to be read in slices. */
class LongList<T> {
  readonly #members: readonly Json[];
  readonly #item: Decoder<T>;

  constructor(members: readonly Json[], item: Decoder<T>) {
    this.#members = members;
    this.#item = item;
  }

  async read(): Promise<readonly T[]> {
    const items: T[] = [];
    for (const member of this.#members) {
      items.push(this.#item(member));
      const rest = restIfDue();
      if (rest) await rest;
    }
    return items;
  }
}

/** A list of large things: where it is long it is left to `withLongList`. */
export function longList<T>(item: Decoder<T>): Decoder<readonly T[] | LongList<T>> {
  const short = list(item);
  return (value) => {
    if (!Array.isArray(value)) throw wrongType(value, 'a sequence');
    return value.length > SHORT ? new LongList(value, item) : short(value);
  };
}

/** Parameters with a member that is a `longList`, which is read here in slices: others are served in between. */
export function withLongList<K extends string, T, P extends Record<K, readonly T[] | LongList<T>>>(
  params: Decoder<P & Record<K, readonly T[] | LongList<T>>>,
  key: K,
): (value: Json) => WithList<P, K, T> | Promise<WithList<P, K, T>> {
  return (value) => {
    const decoded = params(value);
    const items: readonly T[] | LongList<T> = decoded[key];
    const complete = (read: readonly T[]) => ({ ...decoded, [key]: read }) as WithList<P, K, T>;
    return items instanceof LongList ? items.read().then(complete) : complete(items);
  };
}

type WithList<P, K extends string, T> = Omit<P, K> & Record<K, readonly T[]>;
