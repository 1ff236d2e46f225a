import type { ScriptLoader } from '../node/codeCache.ts';
import { reportFailure } from './failure.ts';
import { startNode } from './startNode.ts';

/** `starbox [OPTIONS]`, and what it says when that fails. `keepCode` is called as the program goes further. */
export async function startMain(args: readonly string[], keepCode: ScriptLoader['keepCode']): Promise<void> {
  try {
    await startNode(args, keepCode);
  } catch (error) {
    await reportFailure(error);
  }
}
