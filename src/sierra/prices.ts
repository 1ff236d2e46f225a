/**
 * The gas prices that the compiler writes into a program. Source: Cairo compiler 2.21.0. They are part of a class's bytecode and
 * of its hash, so a new protocol version cannot change them for existing classes. Builtins whose prices are read at run time are
 * counted as tokens instead (solve/effects.ts).
 */
export const STEP = 100;
/** A cell that ap skips and that is never written. */
export const HOLE = 10;
export const RANGE_CHECK = 70;
export const RANGE_CHECK_96 = 56;
/** The cost of a syscall besides its own steps. */
export const SYSCALL = 100 * STEP;
