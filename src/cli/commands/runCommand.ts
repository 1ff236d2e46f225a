import { reportFailure } from '../end/failure.ts';
import type { Command } from './commands.ts';

/** Runs a command with the words after its name, and reports failures. */
export async function runCommand(command: Command, args: readonly string[]): Promise<void> {
  // A reader such as `head` may close the pipe early.
  process.stdout.on('error', () => undefined);
  try {
    const run = await command.load();
    process.exitCode = await run(args);
  } catch (error) {
    await reportFailure(error);
  }
}
