import { reportFailure } from '../end/failure.ts';
import { startNode } from './startNode.ts';

/** Runs `starbox [OPTIONS]` and reports failures. */
export async function startMain(args: readonly string[]): Promise<void> {
  try {
    await startNode(args);
  } catch (error) {
    await reportFailure(error);
  }
}
