import type { ErrorSegment } from '../errorStack.ts';

/** An error that no contract can catch: it ends all calls on the stack. In the error's text its segments follow those of these calls. */
export class CallError extends Error {
  override readonly name: string = 'CallError';
  readonly segments: readonly ErrorSegment[];

  constructor(segments: readonly ErrorSegment[]) {
    super(segments.map((segment) => (segment.kind === 'text' ? segment.text : segment.kind)).join('\n'));
    this.segments = segments;
  }
}

/** The error of a system call. The network prints such texts without a newline. */
export class SyscallError extends CallError {
  override readonly name = 'SyscallError';

  constructor(text: string) {
    super([{ kind: 'text', text }]);
  }
}

/** The error of a call that could not be started or that ended in an invalid state. The network prints such texts with a newline. */
export class EntryPointError extends CallError {
  override readonly name = 'EntryPointError';

  constructor(text: string) {
    super([{ kind: 'text', text: `${text}\n` }]);
  }
}
