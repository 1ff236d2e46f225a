/**
 * A relocatable address (segment, offset) in one number: segment * 2^32 + offset.
 * Temporary segments are negative: the first is -1.
 */
export type Pointer = number & { readonly __pointer: true };

const SEGMENT = 2 ** 32;

/** The address of a cell. */
export const pointer = (segment: number, offset: number): Pointer => (segment * SEGMENT + offset) as Pointer;

/** The segment of an address. */
export const segmentOf = (address: Pointer): number => Math.floor(address / SEGMENT);

/** The offset of an address in its segment. */
export const offsetOf = (address: Pointer): number => address - segmentOf(address) * SEGMENT;

/** An address for error messages: `segment:offset`. */
export const formatPointer = (address: Pointer): string => `${segmentOf(address)}:${offsetOf(address)}`;
