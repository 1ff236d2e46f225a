import { randomBytes } from 'node:crypto';

/**
 * The name under which a file is written before it takes its place: beside the target, so that a rename suffices, and
 * with a random part, so that neither another process nor another write of this one has the same.
 */
export const temporaryName = (path: string): string => `${path}.${process.pid}.${randomBytes(6).toString('hex')}.tmp`;
