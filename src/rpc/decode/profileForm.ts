import { oneOf } from './decoder.ts';

/** The form of a profile. */
export const profileForm = oneOf('text', 'html', 'speedscope', 'pprof');
