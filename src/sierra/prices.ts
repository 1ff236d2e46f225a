/**
 * The gas that the compiler writes into a program. Source: Cairo compiler 2.20.0. These numbers are part of a class's
 * bytecode and so of its hash: a new protocol version cannot change them for classes that exist. Builtins that are
 * priced at run time are counted as tokens instead (solve/effects.ts).
 */
export const STEP = 100;
/** A cell that ap moves over and that nothing writes. */
export const HOLE = 10;
export const RANGE_CHECK = 70;
export const RANGE_CHECK_96 = 56;
/** What a syscall costs besides its own steps. */
export const SYSCALL = 100 * STEP;
