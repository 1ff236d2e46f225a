import type { ErrorSegment } from '../errorStack.ts';

/** An error that no contract can catch: it ends every call of the stack. Its segments come after those of the calls it passes through. */
export class CallError extends Error {
  override readonly name: string = 'CallError';
  readonly segments: readonly ErrorSegment[];

  constructor(segments: readonly ErrorSegment[]) {
    super(segments.map((segment) => (segment.kind === 'text' ? segment.text : segment.kind)).join('\n'));
    this.segments = segments;
  }
}

/** A system call that could not be done. The network prints such texts without a newline. */
export class SyscallError extends CallError {
  override readonly name = 'SyscallError';

  constructor(text: string) {
    super([{ kind: 'text', text }]);
  }
}

/** A call that could not be entered, or whose end was not valid. The network prints such texts with a newline. */
export class EntryPointError extends CallError {
  override readonly name = 'EntryPointError';

  constructor(text: string) {
    super([{ kind: 'text', text: `${text}\n` }]);
  }
}
