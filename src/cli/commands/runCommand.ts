import { reportFailure } from '../end/failure.ts';
import type { SmallCommand } from './commands.ts';
import { loadCommand } from './loadCommand.ts';

/** Runs a command with the words after its name, and reports failures. */
export async function runCommand(name: SmallCommand, args: readonly string[]): Promise<void> {
  // A reader such as `head` may close the pipe early.
  process.stdout.on('error', () => undefined);
  try {
    const run = await loadCommand[name]();
    process.exitCode = await run(args);
  } catch (error) {
    reportFailure(error);
  }
}
