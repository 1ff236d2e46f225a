/**
 * Cells a segment may have. The network's machine fails on the host's memory instead; ten million steps, the most a call
 * may take, stay well below.
 */
export const MAX_SEGMENT_CELLS = 2 ** 24;

/** The network's text when a segment cannot grow any further. */
export const SEGMENT_FULL = 'Vector capacity exceeded';
