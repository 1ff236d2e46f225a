import type { Profile, ProfileFrame } from './profile.ts';

/** The error for a file that is not a profile of L2 gas. */
export class UnfitProfileError extends Error {
  override readonly name = 'UnfitProfileError';
}

/** A sample of a file: its frames, outermost first, of which the last may be a libfunc. */
export interface ReadStack {
  readonly frames: readonly ProfileFrame[];
  readonly l2Gas: number;
  readonly steps: number;
}

/** Files do not tell libfuncs and functions apart, but all other frames have other signs in their names: `::`, `.`, a space or parentheses. */
const LIBFUNC = /^\w+$/;

/** The profile that was written as samples with these frames. */
export function profileOfStacks(stacks: readonly ReadStack[]): Profile {
  const samples = stacks.map(({ frames, l2Gas, steps }) => {
    if (!Number.isSafeInteger(l2Gas) || !Number.isSafeInteger(steps) || frames.length === 0)
      throw new UnfitProfileError();
    const last = frames.at(-1)!;
    const isLibfunc = frames.length > 1 && last.file === undefined && LIBFUNC.test(last.name);
    return {
      stack: isLibfunc ? frames.slice(0, -1) : frames,
      libfunc: isLibfunc ? last.name : undefined,
      l2Gas,
      steps,
    };
  });
  return {
    samples,
    l2Gas: samples.reduce((sum, { l2Gas }) => sum + BigInt(l2Gas), 0n),
    steps: samples.reduce((sum, { steps }) => sum + steps, 0),
  };
}
