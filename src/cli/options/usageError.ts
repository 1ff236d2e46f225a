/** A command line that cannot be followed: exit code 2. The lines after the first are shown as they are. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** Whether the usage line is shown too. */
  readonly showUsage: boolean;
  constructor(message: string, showUsage = false) {
    super(message);
    this.showUsage = showUsage;
  }
}
