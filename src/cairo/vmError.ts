import type { Pointer } from './pointer.ts';

/** An error of a Cairo run, with the failing instruction and its callers. */
export class VmError extends Error {
  override readonly name: string = 'VmError';
  /** The failing instruction; undefined if the run failed before the first or after the last one. */
  pc: Pointer | undefined;
  /** The call instructions that led to it, outermost first. */
  callers: readonly Pointer[];
  /** Whether a hint itself failed. The network prints these messages without the newline at the end of all others. */
  inHint = false;
  /** The lines `Error message: …` of the Cairo 0 attributes for the pc. */
  attributes: readonly string[] = [];
  /** The lines `Error message: …` for each caller, in order. */
  callerAttributes: readonly (readonly string[])[] = [];

  constructor(message: string, pc?: Pointer, callers: readonly Pointer[] = []) {
    super(message);
    this.pc = pc;
    this.callers = callers;
  }
}

/** A hint could not read its operands. The network reports this as an error of the machine, not of the hint. */
export class OperandError extends VmError {
  override readonly name = 'OperandError';
}
