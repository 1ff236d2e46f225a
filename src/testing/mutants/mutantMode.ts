// What fixtures do in a run of `starbox mutate`. The session itself is loaded only there.
import type { MutantSession } from '../../libraryNode/mutants/mutantSession.ts';

/** Whether the tests run to see what they cover, to try mutants, or as usual. */
export function mutantMode(): 'first' | 'each' | undefined {
  const { STARBOX_MUTANTS: folder, STARBOX_MUTANT: mode } = process.env;
  if (!folder) return undefined;
  return mode === 'none' ? 'first' : mode === 'each' ? 'each' : undefined;
}

/** The session of this process, which has one in these modes. */
export const loadSession = async (): Promise<MutantSession> =>
  (await import('../../libraryNode/mutants/mutantSession.ts')).mutantSession()!;

/** The name of a test whose name is not known, in the first run: it is not part of the preparation. */
export const UNNAMED = '(a test without a name)';
