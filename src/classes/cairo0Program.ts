import { loadCairo0 } from '../cairo/cairo0/loadCairo0.ts';
import type { LoadedProgram } from '../cairo/program.ts';
import { VmError } from '../cairo/vmError.ts';
import { ClassError } from './classError.ts';

/** The program of a Cairo 0 class in the form of the machines: words, hints with their references, error messages. */
export function cairo0Program(program: Readonly<Record<string, unknown>>): LoadedProgram {
  try {
    return loadCairo0(program);
  } catch (error) {
    throw error instanceof VmError ? new ClassError(error.message) : error;
  }
}
