import { restIfDue } from '../../async/turns.ts';
import type { Json } from '../../json/json.ts';
import { type Decoder, likeness, list, wrongType } from './decoder.ts';

/** Lists up to this length are read at once. */
const SHORT = 64;

/** A list that is to be read in slices. */
export class LongList<T> {
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

/** A list of large items. A long one is left for `withLongList` to read. */
export function longList<T, W>(item: Decoder<T, W>): Decoder<readonly T[] | LongList<T>, readonly W[]> {
  const short = list(item);
  const decode = (value: Json): readonly T[] | LongList<T> => {
    if (!Array.isArray(value)) throw wrongType(value, 'a sequence');
    return value.length > SHORT ? new LongList(value, item) : short(value);
  };
  return Object.assign(decode, likeness(short));
}

/** Parameters with a member that is a `longList`, which is read here in slices: others are served in between. */
export function withLongList<K extends string, T, P extends Record<K, readonly T[] | LongList<T>>, W>(
  params: Decoder<P & Record<K, readonly T[] | LongList<T>>, W>,
  key: K,
): ParamsDecoder<WithList<P, K, T>, W> {
  const decode = (value: Json): WithList<P, K, T> | Promise<WithList<P, K, T>> => {
    const decoded = params(value);
    const items: readonly T[] | LongList<T> = decoded[key];
    const complete = (read: readonly T[]) => ({ ...decoded, [key]: read }) as WithList<P, K, T>;
    return items instanceof LongList ? items.read().then(complete) : complete(items);
  };
  // A whole list is encoded as a short one is.
  return Object.assign(decode, likeness(params) as Pick<ParamsDecoder<WithList<P, K, T>, W>, 'shape' | 'encode'>);
}

/** Reads the parameters of a method, long ones in slices. */
export interface ParamsDecoder<P, W> extends Pick<Decoder<P, W>, 'shape' | 'encode' | 'wire'> {
  (value: Json): P | Promise<P>;
}

type WithList<P, K extends string, T> = Omit<P, K> & Record<K, readonly T[]>;
