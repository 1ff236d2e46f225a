import type { Pointer } from './pointer.ts';

/** A failure of a Cairo run: what went wrong, where, and through which calls. */
export class VmError extends Error {
  override readonly name: string = 'VmError';
  /** The failing instruction; undefined when the run failed before its first or after its last. */
  pc: Pointer | undefined;
  /** The call instructions that led there, outermost first. */
  callers: readonly Pointer[];
  /** A hint's own failure. The network prints its text without the newline that ends every other one. */
  inHint = false;
  /** Lines `Error message: …` of the Cairo 0 attributes that cover the pc. */
  attributes: readonly string[] = [];
  /** The same for each caller, in their order. */
  callerAttributes: readonly (readonly string[])[] = [];

  constructor(message: string, pc?: Pointer, callers: readonly Pointer[] = []) {
    super(message);
    this.pc = pc;
    this.callers = callers;
  }
}

/** A hint could not read its operands. The network shows this as a failure of the machine, not of the hint. */
export class OperandError extends VmError {
  override readonly name = 'OperandError';
}
