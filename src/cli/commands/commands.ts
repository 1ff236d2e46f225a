/** A command of the program besides the server. */
export interface Command {
  /** What follows `starbox` in its usage line. */
  readonly usage: string;
  readonly about: string;
}

/** Every command, in the order of --help. `loadCommand.ts` has the code of each. */
export const commands = {
  compile: { usage: 'compile IN [OUT]', about: 'compile a Sierra class to CASM' },
  watch: { usage: 'watch [OPTIONS]', about: 'run the server and follow the builds of your contracts' },
  init: { usage: 'init [DIR]', about: 'write a project with a contract, its types and tests' },
  types: { usage: 'types [DIR]', about: 'write TypeScript types for the contracts that Scarb has built' },
  accounts: { usage: 'accounts', about: 'the predeployed accounts of a running node' },
  mint: { usage: 'mint ADDRESS AMOUNT', about: 'give an address STRK or ETH' },
  call: { usage: 'call ADDRESS FUNCTION [ARGS…]', about: 'call a function of a contract, decoded' },
  declare: { usage: 'declare CLASS', about: 'declare a class by its file or the name of its contract' },
  deploy: { usage: 'deploy CLASS [ARGS…]', about: 'deploy a contract, and declare its class if needed' },
  invoke: { usage: 'invoke ADDRESS FUNCTION [ARGS…]', about: 'send a transaction that calls functions of contracts' },
  mine: { usage: 'mine [COUNT]', about: 'make blocks' },
  console: { usage: 'console', about: 'try contracts by hand, in a sandbox or on a running node' },
  explain: { usage: 'explain HASH', about: 'what a transaction did, and why it failed' },
  replay: { usage: 'replay HASH', about: 'execute a transaction of another node again, and compare' },
  'replay-block': { usage: 'replay-block NUMBER', about: 'the same for a whole block' },
  'replay-range': { usage: 'replay-range FROM..TO', about: 'the same for many blocks, with a ledger of the results' },
  record: { usage: 'record URL', about: 'record what a node answers, for forks without network' },
  'record-block': { usage: 'record-block NUMBER', about: 'record a block with all that its replay needs' },
  debug: { usage: 'debug HASH|FILE', about: 'step through a transaction in an editor, forward and back' },
  profile: { usage: 'profile [HASH]', about: 'where the gas of transactions went' },
  'profile-diff': { usage: 'profile-diff BEFORE AFTER', about: 'compare two profiles or transactions, by function' },
  coverage: { usage: 'coverage [DIR] [-- COMMAND…]', about: 'which lines and branches of your Cairo code ran' },
  mutate: { usage: 'mutate [DIR] [-- COMMAND…]', about: 'which changes of your contracts your tests do not notice' },
  gas: { usage: 'gas [DIR] [-- COMMAND…]', about: 'what each function of your contracts used in a test run' },
  'gas-diff': { usage: 'gas-diff BEFORE [AFTER]', about: 'compare two gas reports or snapshots, in Markdown' },
  mcp: { usage: 'mcp', about: 'let a coding agent test contracts (Model Context Protocol)' },
  report: { usage: 'report [FILE]', about: 'write a file about a fault, without keys, to attach to a report' },
  help: { usage: 'help [TOPIC]', about: 'help for a command, an option or a group of options' },
  completion: { usage: 'completion SHELL', about: 'completion for bash, zsh or fish' },
} as const satisfies Readonly<Record<string, Command>>;

export type CommandName = keyof typeof commands;

/** Commands that end, and need little of the program. */
export type SmallCommand = Exclude<CommandName, 'compile' | 'watch'>;

export const commandNames = Object.keys(commands) as readonly CommandName[];

export const isCommand = (name: string | undefined): name is CommandName =>
  name !== undefined && Object.hasOwn(commands, name);
