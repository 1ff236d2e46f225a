// Lists that clients make long are read in slices. While the parameters of a method are read, a long list is empty at first; its items are read
// afterwards, and others are served in between.
import { restIfDue } from '../../async/turns.ts';
import type { Json } from '../../json/json.ts';

/** Lists up to this length are read at once. */
const SHORT = 64;

type ReadItem = (value: Json) => unknown;

/** A list whose items are still to be read. */
interface UnreadList {
  readonly members: readonly Json[];
  readonly items: unknown[];
  readonly item: ReadItem;
}

/** The long lists that were met since parameters began to be read; undefined outside of that, where lists are read at once. */
let unread: UnreadList[] | undefined;

/** Reads the items of a list, or leaves that for later. */
export function readItems<T>(members: readonly Json[], item: (value: Json) => T): readonly T[] {
  if (!unread || members.length <= SHORT) return members.map((member) => item(member));
  const items: T[] = [];
  unread.push({ members, items, item });
  return items;
}

/** Reads parameters: at once, or with slices if they have long lists. */
export function readInSlices<P>(read: () => P): P | Promise<P> {
  const lists: UnreadList[] = [];
  const decoded = collecting(lists, read);
  return lists.length === 0 ? decoded : readLists(lists).then(() => decoded);
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
