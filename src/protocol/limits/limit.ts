import { type ErrorKind, errors } from '../errors.ts';

/** What a limit counts. */
export type LimitUnit = 'bytes' | 'characters' | 'levels' | 'seconds' | 'number';

/** One limit. It is far above normal use and far below what would harm the process. */
export interface Limit {
  /** What is limited. */
  readonly what: string;
  readonly value: number;
  readonly unit: LimitUnit;
  /** Why there is a limit, and why it is this one. */
  readonly reason: string;
  /** What happens when it is exceeded. */
  readonly beyond: string;
  /** The option of the command that sets it. */
  readonly option?: string;
}

// What happens beyond limits, in the words of the documentation.
export const error = (kind: ErrorKind): string => `error ${errors[kind].code}`;
export const INVALID = error('invalidParams');
export const REFUSED = error('failed');
export const UNREADABLE = `${error('parseError')} that names the place`;
export const NO_FILE = `${error('dumpFailed')} that names the limit`;
export const CUT = 'the answer says how many there are, and has the first';
export const PAGES = `${INVALID}; ask for the next page`;
