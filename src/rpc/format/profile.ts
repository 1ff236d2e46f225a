import { writeBase64 } from '../../text/base64.ts';
import type { ProfileFiles } from '../../tools/profile/profileFiles.ts';

/** The forms of a profile. */
export type ProfileForm = 'text' | 'html' | 'speedscope' | 'pprof';

/** A profile as JSON. `content` is the form that was asked for; that of pprof is in base64. */
export const formatProfile = (profile: ProfileFiles, form: ProfileForm = 'text') => ({
  l2_gas: Number(profile.l2Gas),
  steps: profile.steps,
  content: form === 'pprof' ? writeBase64(profile.pprof) : profile[form],
});
