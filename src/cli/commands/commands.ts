/** A command of the program besides the server. */
export interface Command {
  /** What follows `starbox` in its usage line. */
  readonly usage: string;
  readonly about: string;
  /** Imports the command when it is used, so that the start of the server does not pay for it. It returns the exit code. */
  readonly load: () => Promise<(args: readonly string[]) => Promise<number>>;
}

/** The commands that ask a running node. One file each: add its row here. */
export const commands: Readonly<Record<string, Command>> = {
  explain: {
    usage: 'explain HASH',
    about: 'what a transaction did, and why it failed',
    load: async () => (await import('./explain.ts')).explainCommand,
  },
};
