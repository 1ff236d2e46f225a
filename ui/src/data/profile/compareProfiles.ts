import type { Profile } from '../../../../src/tools/profile/profile.ts';
import { type ProfileDiff, profileDiff } from '../../../../src/tools/profile/profileDiff.ts';

export type Comparison = Omit<ProfileDiff, 'text'>;

/** What is different between two profiles, by function. The changes of own gas add up to that of the whole. */
export const compareProfiles = (before: Profile, after: Profile): Comparison => profileDiff(before, after);
