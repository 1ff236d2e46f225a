import { reportFailure } from '../end/failure.ts';
import { compileLine } from './compile.ts';

/** Runs `starbox compile` and reports failures. After `written` there is nothing left to wait for. */
export async function compileMain(args: readonly string[]): Promise<'written' | 'printed' | 'failed'> {
  try {
    return compileLine(args) ? 'written' : 'printed';
  } catch (error) {
    reportFailure(error);
    return 'failed';
  }
}
