import type { SmallCommand } from './commands.ts';

/** Runs a command with the words after its name. It returns the exit code. */
export type RunCommand = (args: readonly string[]) => Promise<number>;

/** Imports a command when it is used, so that the start of the server does not pay for it. */
export const loadCommand: Readonly<Record<SmallCommand, () => Promise<RunCommand>>> = {
  init: async () => (await import('./init.ts')).initCommand,
  types: async () => (await import('./types.ts')).typesCommand,
  accounts: async () => (await import('./accounts.ts')).accountsCommand,
  mint: async () => (await import('./mint.ts')).mintCommand,
  call: async () => (await import('./call.ts')).callCommand,
  declare: async () => (await import('./declare.ts')).declareCommand,
  deploy: async () => (await import('./deploy.ts')).deployCommand,
  invoke: async () => (await import('./invoke.ts')).invokeCommand,
  mine: async () => (await import('./mine.ts')).mineCommand,
  console: async () => (await import('./console.ts')).consoleCommand,
  explain: async () => (await import('./explain.ts')).explainCommand,
  replay: async () => (await import('./replay.ts')).replayCommand,
  'replay-block': async () => (await import('./replayBlock.ts')).replayBlockCommand,
  'replay-range': async () => (await import('./replayRange.ts')).replayRangeCommand,
  record: async () => (await import('./record.ts')).recordCommand,
  'record-block': async () => (await import('./recordBlock.ts')).recordBlockCommand,
  debug: async () => (await import('./debug.ts')).debugCommand,
  profile: async () => (await import('./profile.ts')).profileCommand,
  'profile-diff': async () => (await import('./profileDiff.ts')).profileDiffCommand,
  coverage: async () => (await import('./coverage.ts')).coverageCommand,
  mutate: async () => (await import('./mutate.ts')).mutateCommand,
  gas: async () => (await import('./gas.ts')).gasCommand,
  'gas-diff': async () => (await import('./gasDiff.ts')).gasDiffCommand,
  mcp: async () => (await import('./mcp.ts')).mcpCommand,
  report: async () => (await import('./report.ts')).reportCommand,
  help: async () => (await import('./helpCommand.ts')).helpCommand,
  completion: async () => (await import('./completion.ts')).completionCommand,
};
