/** The first line of the help, and of errors about the command line. */
export const USAGE = 'Usage: starbox [OPTIONS]';

/** A mistake in the command line, with exit code 2. Lines after the first one are shown unchanged. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** Whether the usage line is shown too. */
  readonly showUsage: boolean;
  constructor(message: string, showUsage = false) {
    super(message);
    this.showUsage = showUsage;
  }
}
