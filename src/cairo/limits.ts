import * as abi from './wasm/abi.generated.ts';

/**
 * Cells a segment may have. The network's machine fails on the host's memory instead; ten million steps, the most a call
 * may take, stay well below.
 */
export const MAX_SEGMENT_CELLS: number = abi.MAX_SEGMENT_CELLS;

/** Where ap and fp may stand: the network lets them leave all memory, which helps no program. */
export const MAX_AP: number = abi.MAX_AP;

/** The network's text when a segment cannot grow any further. */
export const SEGMENT_FULL = 'Vector capacity exceeded';
