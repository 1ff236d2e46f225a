import type { Stats } from 'node:fs';

/**
 * Why others may have written a file, or what is in a folder; undefined if only this user can have. On Windows, access control lists
 * protect the user's own folders, and nothing is checked.
 */
export function foreignHand({ uid, mode }: Pick<Stats, 'uid' | 'mode'>): string | undefined {
  const own = process.getuid?.();
  if (own === undefined) return undefined;
  if (uid !== own) return 'belongs to another user';
  return (mode & 0o022) === 0 ? undefined : 'can be written by other users';
}
