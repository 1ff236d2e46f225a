import { reportFailure } from '../end/failure.ts';
import { startNode } from './startNode.ts';

/** `starbox [OPTIONS]`, and what it says when that fails. */
export async function startMain(args: readonly string[]): Promise<void> {
  try {
    await startNode(args);
  } catch (error) {
    await reportFailure(error);
  }
}
