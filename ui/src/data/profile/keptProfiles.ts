import type { Profile } from '../../../../src/tools/profile/profile.ts';
import { readSpeedscope } from '../../../../src/tools/profile/readSpeedscope.ts';
import { UnfitProfileError } from '../../../../src/tools/profile/readStacks.ts';
import { Store } from '../stores/store.ts';

/** A profile to compare others with: of another branch, of an earlier run, or from a file. It lasts as long as the page. */
export interface KeptProfile {
  readonly id: string;
  readonly name: string;
  readonly profile: Profile;
}

const MOST_KEPT = 10;
/** A larger file is not read. */
const MOST_BYTES = 100_000_000;

export const keptProfiles = new Store<readonly KeptProfile[]>([]);

/** Keeps a profile; the oldest gives way. Returns its id, by which an address of the page names it. */
export function keepProfile(name: string, profile: Profile): string {
  // An address of the page that was loaded again must not name another profile.
  const id = `kept${crypto.getRandomValues(new Uint32Array(2)).join('')}`;
  keptProfiles.set([...keptProfiles.get(), { id, name, profile }].slice(-MOST_KEPT));
  return id;
}

/** Keeps the profile of a file that this page, `starbox profile` or speedscope wrote. Rejects if it is none. */
export async function keepFile(file: File): Promise<string> {
  if (file.size > MOST_BYTES) throw new Error(`${file.name} is too large: a profile has at most 100 MB.`);
  try {
    return keepProfile(file.name, readSpeedscope(await file.text()));
  } catch (error) {
    if (!(error instanceof UnfitProfileError)) throw error;
    throw new Error(
      `${file.name} is no profile of L2 gas. Choose a file that Save on a Gas screen wrote, or starbox profile -o FILE.json.`,
      { cause: error },
    );
  }
}
