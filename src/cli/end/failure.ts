import { safeLines } from '../../text/safeText.ts';
import { USAGE, UsageError } from '../options/usageError.ts';
import { StartError } from '../start/startError.ts';

/** Prints why a command failed and ends the process, because servers and timers that were started would keep it alive. */
export function reportFailure(error: unknown): void {
  if (error instanceof UsageError) {
    const usage = error.showUsage ? `${USAGE}\n\n` : '';
    end(`error: ${error.message}\n\n${usage}For more information, try '--help'.\n`, 2);
  } else {
    const known = error instanceof StartError || !(error instanceof Error);
    end(`Error: ${known ? (error as Error).message : error.stack}\n`, 1);
  }
}

function end(text: string, code: number): void {
  process.stderr.on('error', () => undefined);
  process.stderr.write(safeLines(text), () => process.exit(code));
}
