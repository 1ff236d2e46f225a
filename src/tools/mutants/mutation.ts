/** What is changed at a statement. */
export type Change =
  /** One way out of a decision is always taken. */
  | { readonly what: 'take'; readonly arm: number }
  /** `a < b` becomes `a <= b`: the two values and the two ways out change places. */
  | { readonly what: 'boundary' }
  /** Another libfunc takes the same values. */
  | { readonly what: 'use'; readonly libfunc: string }
  /** The last two results of the same type change places, such as those of a division and its remainder. */
  | { readonly what: 'results' }
  /** The last of two factors becomes 1, so that the first one is the result. */
  | { readonly what: 'first' }
  /** The value is the result. */
  | { readonly what: 'same' }
  /** A system call is left out; what it would have given is 0. */
  | { readonly what: 'remove' }
  /** A constant is larger or smaller by one. */
  | { readonly what: 'constant'; readonly by: 1 | -1 }
  /** `true` becomes `false`, or the other way round. */
  | { readonly what: 'flip' }
  /** The last value that the statement takes becomes 0, `false` or `None`. */
  | { readonly what: 'zero' }
  /** The last value that the statement takes, a bool, becomes the other one. */
  | { readonly what: 'not' };

/** A change of a statement. */
export interface ChangedSite {
  /** The calls that lead to it, if it is in functions that are copied for these calls alone; the outermost first. */
  readonly path: readonly number[];
  readonly statement: number;
  readonly change: Change;
}

/** What makes a mutant of a program. */
export type Mutation = readonly ChangedSite[];

/** The statement of the user's own code at which something is changed. */
export const anchorOf = ({ path, statement }: Pick<ChangedSite, 'path' | 'statement'>): number => path[0] ?? statement;

const changeText = (change: Change): string => {
  switch (change.what) {
    case 'take':
      return `take ${change.arm}`;
    case 'use':
      return `use ${change.libfunc}`;
    case 'constant':
      return `constant ${change.by}`;
    default:
      return change.what;
  }
};

/** A mutation as a text: `12>40 take 1; 55 flip`. */
export const mutationText = (mutation: Mutation): string =>
  mutation.map(({ path, statement, change }) => `${[...path, statement].join('>')} ${changeText(change)}`).join('; ');

const SITE = /^((?:\d{1,9}>){0,16})(\d{1,9}) ([a-z]+)(?: (-?\w{1,64}))?$/;
const PLAIN = new Set(['boundary', 'results', 'first', 'same', 'remove', 'flip', 'zero', 'not']);
const MAX_SITES = 10_000;

/** Reads what `mutationText` wrote; undefined if a text is anything else. */
export function readMutation(text: string): Mutation | undefined {
  const sites: ChangedSite[] = [];
  for (const part of text.split('; ', MAX_SITES + 1)) {
    const [, path = '', statement, what = '', value] = SITE.exec(part) ?? [];
    const change = readChange(what, value);
    if (statement === undefined || !change || sites.length === MAX_SITES) return undefined;
    sites.push({ path: path.split('>').slice(0, -1).map(Number), statement: Number(statement), change });
  }
  return sites;
}

function readChange(what: string, value: string | undefined): Change | undefined {
  if (PLAIN.has(what)) return value === undefined ? ({ what } as Change) : undefined;
  if (value === undefined) return undefined;
  if (what === 'take') return /^\d{1,3}$/.test(value) ? { what, arm: Number(value) } : undefined;
  if (what === 'use') return { what, libfunc: value };
  return what === 'constant' && (value === '1' || value === '-1') ? { what, by: value === '1' ? 1 : -1 } : undefined;
}
