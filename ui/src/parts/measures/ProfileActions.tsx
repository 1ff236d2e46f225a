import type { Profile } from '../../../../src/tools/profile/profile.ts';
import { keepProfile } from '../../data/profile/keptProfiles.ts';
import { saveFile } from '../forms/saveFile.ts';
import { tell } from '../messages/Toasts.tsx';

interface Props {
  readonly name: string;
  readonly profile: Profile;
  /** The profile as a file. */
  readonly content: string;
}

/** Keeps a profile to compare others with, in this page or as a file. */
export const ProfileActions = ({ name, profile, content }: Props) => (
  <>
    <button
      type="button"
      class="button small"
      title="Keeps this profile while the page is open, to compare a transaction of another branch or of a later run with it"
      onClick={() => {
        keepProfile(name, profile);
        tell('Kept for comparing: the list of Compare has it, also on other branches');
      }}
    >
      Keep for comparing
    </button>
    <button
      type="button"
      class="button small"
      title="A file for Compare, starbox profile-diff and speedscope"
      onClick={() => saveFile(`${name.replace(/\W+/g, '-')}.json`, content)}
    >
      Save
    </button>
  </>
);
