import { restIfDue } from '../../async/turns.ts';
import type { Json } from '../../json/json.ts';
import type { LimitName } from '../../protocol/limits.ts';
import { checkLength, type Decoder, likeness, list, wrongType } from './decoder.ts';

/** Lists up to this length are read at once. */
const SHORT = 64;

/** A list whose items are still to be read. */
interface UnreadList {
  readonly members: readonly Json[];
  readonly items: unknown[];
  readonly item: Decoder<unknown>;
}

/** The long lists that were met since `inSlices` began to read; undefined outside of it, where lists are read at once. */
let unread: UnreadList[] | undefined;

/** A list that clients make long. Below `inSlices`, a long one is empty at first and is filled in slices. */
export function longList<T, W>(item: Decoder<T, W>, limit: LimitName): Decoder<readonly T[], readonly W[]> {
  const short = list(item, limit);
  const decode = (value: Json): readonly T[] => {
    if (!Array.isArray(value)) throw wrongType(value, 'a sequence');
    if (!unread || value.length <= SHORT) return short(value);
    checkLength(value, limit);
    const items: T[] = [];
    unread.push({ members: value, items, item });
    return items;
  };
  return Object.assign(decode, likeness(short));
}

/** Parameters whose long lists (`longList`, at any depth) are read in slices: others are served in between. */
export function inSlices<P, W>(params: Decoder<P, W>): ParamsDecoder<P, W> {
  const decode = (value: Json): P | Promise<P> => {
    const lists: UnreadList[] = [];
    const decoded = collecting(lists, () => params(value));
    return lists.length === 0 ? decoded : readLists(lists).then(() => decoded);
  };
  return Object.assign(decode, likeness(params));
}

function collecting<T>(lists: UnreadList[], read: () => T): T {
  const outer = unread;
  unread = lists;
  try {
    return read();
  } finally {
    unread = outer;
  }
}

async function readLists(lists: UnreadList[]): Promise<void> {
  // Items may add lists of their own.
  for (const { members, items, item } of lists)
    for (const member of members) {
      items.push(collecting(lists, () => item(member)));
      const rest = restIfDue();
      if (rest) await rest;
    }
}

/** Reads the parameters of a method, long ones in slices. */
export interface ParamsDecoder<P, W> extends Pick<Decoder<P, W>, 'shape' | 'encode' | 'wire'> {
  (value: Json): P | Promise<P>;
}
