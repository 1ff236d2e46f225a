import { oneOf } from './decoder.ts';

/** The form of a coverage. */
export const coverageForm = oneOf('text', 'lcov', 'html');
