// Parameters that clients make large are read in slices. While the parameters of a method are read, a long list is empty at first, and so is
// an object that takes long; they are read afterwards, and others are served in between.
import { finish, finishInSlices, type Steps } from '../../async/steps.ts';
import { restIfDue } from '../../async/turns.ts';
import type { Json } from '../../json/json.ts';

/** Lists up to this length are read at once. */
const SHORT = 64;

type ReadItem = (value: Json) => unknown;
type Reword = (error: unknown) => unknown;

/** What is still to be read, and how its errors are worded. */
type Unread = (
  | { readonly members: readonly Json[]; readonly items: unknown[]; readonly item: ReadItem }
  | { readonly into: object; readonly steps: Steps<object> }
) & { readonly reword: Reword };

/** What was left for later since parameters began to be read; undefined outside of that, where everything is read at once. */
let unread: Unread[] | undefined;
const asItIs: Reword = (error) => error;
let reword = asItIs;

/** Reads the items of a list, or leaves that for later: all of a long list, or those behind one that was left for later. */
export function readItems<T>(members: readonly Json[], item: (value: Json) => T): readonly T[] {
  if (!unread) return members.map((member) => item(member));
  const items: T[] = [];
  const before = unread.length;
  if (members.length <= SHORT)
    for (const member of members) {
      items.push(item(member));
      if (unread.length > before) break;
    }
  if (items.length < members.length) unread.push({ members, items, item, reword });
  return items;
}

/** An object whose steps take long. It has no members until they have ended. */
export function readLater<T extends object>(steps: Steps<T>): T {
  if (!unread) return finish(steps);
  const into = {};
  unread.push({ into, steps, reword });
  return into as T;
}

/** Reads something whose errors are worded in another way, also those of what is left for later. */
export function rewordingErrors<T>(rewordOne: Reword, read: () => T): T {
  const outer = reword;
  reword = (error) => outer(rewordOne(error));
  try {
    return read();
  } catch (error) {
    throw rewordOne(error);
  } finally {
    reword = outer;
  }
}

/** Reads parameters: at once, or with slices if they are large. */
export function readInSlices<P>(read: () => P): P | Promise<P> {
  const left: Unread[] = [];
  const decoded = collecting(left, asItIs, read);
  return left.length === 0 ? decoded : readRest(left).then(() => decoded);
}

function collecting<T>(left: Unread[], rewordErrors: Reword, read: () => T): T {
  const [outer, outerReword] = [unread, reword];
  [unread, reword] = [left, rewordErrors];
  try {
    return read();
  } finally {
    [unread, reword] = [outer, outerReword];
  }
}

async function readRest(left: Unread[]): Promise<void> {
  // Items may add more.
  for (const part of left)
    try {
      if ('steps' in part) Object.assign(part.into, await finishInSlices(part.steps));
      else await readMembers(left, part);
    } catch (error) {
      throw part.reword(error);
    }
}

async function readMembers(left: Unread[], part: Extract<Unread, { items: unknown[] }>): Promise<void> {
  const { members, items, item } = part;
  while (items.length < members.length) {
    items.push(collecting(left, part.reword, () => item(members[items.length]!)));
    const rest = restIfDue();
    if (rest) await rest;
  }
}
