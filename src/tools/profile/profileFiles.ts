import { flameGraph } from './flameGraph.ts';
import { pprof } from './pprof.ts';
import type { Profile } from './profile.ts';
import { profileText } from './profileText.ts';
import { speedscope } from './speedscope.ts';

/** A profile and the forms in which tools read it. */
export interface ProfileFiles extends Profile {
  /** Tables by function, line and libfunc. */
  readonly text: string;
  /** A page with a flame graph. */
  readonly html: string;
  /** A file for speedscope. */
  readonly speedscope: string;
  /** A file for pprof. */
  readonly pprof: Uint8Array;
}

/** Adds the forms, which are made when they are first read. */
export const withFiles = (profile: Profile, title: string): ProfileFiles => ({
  ...profile,
  get text() {
    return profileText(profile);
  },
  get html() {
    return flameGraph(profile, title);
  },
  get speedscope() {
    return JSON.stringify(speedscope(profile, title));
  },
  get pprof() {
    return pprof(profile);
  },
});
