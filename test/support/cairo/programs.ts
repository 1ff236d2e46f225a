import type { LoadedProgram } from '../../../src/cairo/program.ts';
import { advance, ap, assertBinary, assertNumber, jumpBy, jumpIfNotZero, programOf, ret } from './assembler.ts';

/** A program that never ends. */
export const spin = (): LoadedProgram => programOf(jumpBy(0));

/** A loop over small numbers: count down, add a number, add two cells, jump. Four steps per iteration. */
export const smallLoop = (turns: number): LoadedProgram =>
  programOf([
    ...assertNumber(ap(0), BigInt(turns)),
    ...assertNumber(ap(0), 1n),
    ...assertNumber(ap(0), 0n),
    ...assertBinary(ap(0), ap(-3), 'add', -1n),
    ...assertBinary(ap(0), ap(-3), 'add', 3n),
    ...assertBinary(ap(0), ap(-1), 'add', ap(-3)),
    ...jumpIfNotZero(ap(-3), -5),
    ...ret,
  ]);

/** A loop over large felts: count down, multiply, add, jump. Four steps per iteration. */
export const feltLoop = (turns: number): LoadedProgram =>
  programOf([
    ...assertNumber(ap(0), BigInt(turns)),
    ...assertNumber(ap(0), 3n ** 150n),
    ...assertNumber(ap(0), 5n ** 100n),
    ...assertBinary(ap(0), ap(-3), 'add', -1n),
    ...assertBinary(ap(0), ap(-2), 'mul', ap(-3)),
    ...assertBinary(ap(0), ap(-1), 'add', ap(-4)),
    ...jumpIfNotZero(ap(-3), -4),
    ...ret,
  ]);

/** A program that uses up memory: it writes a large felt, moves on by 4096 cells, and starts again. */
export const hoard = (): LoadedProgram =>
  programOf([...assertNumber(ap(0), 3n ** 150n), ...advance(4096n), ...jumpBy(-4)]);
