import * as abi from './wasm/abi.generated.ts';

/**
 * The most cells of a segment. The network's machine is limited by the host's memory instead. A call has at most ten million
 * steps, which stay well below.
 */
export const MAX_SEGMENT_CELLS: number = abi.MAX_SEGMENT_CELLS;

/** The largest value of ap and fp. The network allows larger ones, but no program can use them. */
export const MAX_AP: number = abi.MAX_AP;

/** The network's error message when a segment cannot grow any further. */
export const SEGMENT_FULL = 'Vector capacity exceeded';
