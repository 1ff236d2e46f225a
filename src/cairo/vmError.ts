import type { Pointer } from './pointer.ts';

/** A failure of a Cairo run: what went wrong, where, and through which calls. */
export class VmError extends Error {
  override readonly name = 'VmError';
  /** The failing instruction; undefined when the run failed before its first or after its last. */
  readonly pc: Pointer | undefined;
  /** The call instructions that led there, outermost first. */
  readonly callers: readonly Pointer[];

  constructor(message: string, pc?: Pointer, callers: readonly Pointer[] = []) {
    super(message);
    this.pc = pc;
    this.callers = callers;
  }
}
