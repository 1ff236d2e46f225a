// The options of the commands. Reading them, their help and the completion of shells are derived from these rows.
import type { CommandName } from './commands.ts';

/** An option of a command. */
export interface CommandOption {
  /** The name of its value; a flag has none. */
  readonly value?: string;
  readonly short?: string;
  /** It can be given several times. */
  readonly repeats?: true;
  readonly about: string;
  /** The values that it takes, if they are few. */
  readonly words?: readonly string[];
}

type Rows = Readonly<Record<string, CommandOption>>;

const json: CommandOption = { about: 'Print JSON for programs' };
const help: CommandOption = { short: 'h', about: 'Print help' };
const forkCache: CommandOption = {
  value: 'DIR|off',
  about: 'The folder for what is read from the node, as for the server',
};

/** Options of the commands that ask a running node. */
const asking = {
  url: {
    value: 'URL',
    about:
      "The node to ask [default: where a server that is started in this folder listens: HOST and PORT, then the configuration\nfile's host and port, then http://127.0.0.1:5050] [env: STARBOX_URL]",
  },
  json,
  'no-color': { about: 'Print no colours; they are only used on a terminal' },
  help,
} satisfies Rows;

/** Options of the commands that send transactions. */
const sending = {
  account: {
    value: 'N|ADDRESS',
    about:
      'The account that signs and pays: the number of a predeployed account, or an address [default: 0] [env: STARBOX_ACCOUNT]',
  },
  'private-key': {
    value: 'KEY',
    about:
      'The key of an account that is not predeployed. Prefer the environment variable: other users of this machine can see options\n[env: STARBOX_PRIVATE_KEY]',
  },
  ...asking,
} satisfies Rows;

const swap: CommandOption = {
  value: 'ADDRESS=FILE',
  repeats: true,
  about: 'What if the contract ran the class of this file? Can be repeated',
};
const set: CommandOption = {
  value: 'ADDRESS.KEY=VALUE',
  repeats: true,
  about:
    'What if a storage cell had this value? KEY is the address of the cell, or the name of a variable, such as balances[0x64b4].\nCan be repeated',
};
const as: CommandOption = {
  value: 'ADDRESS',
  about: 'What if this account had sent it? Its signature is not checked, and it pays no fee',
};
const originOf = (thing: string): CommandOption => ({
  value: 'URL',
  about: `The node that has the ${thing}, or a record of it (FILE.record) [default: the node of --url]`,
});

/** The options of each command, in the order of its help. */
export const commandOptions = {
  compile: {
    'allowed-libfuncs-list-name': {
      value: 'NAME',
      words: ['audited', 'experimental', 'all'],
      about: "Libfuncs a class may declare: audited (the network's list), experimental or all [default: all]",
    },
    'allowed-libfuncs-list-file': {
      value: 'FILE',
      about: 'A list of your own: {"allowed_libfuncs": ["felt252_add", ..]}',
    },
    'max-bytecode-size': { value: 'WORDS', about: 'Most words of bytecode' },
    help,
  },
  init: { help },
  types: {
    output: { value: 'DIR', short: 'o', about: 'The folder to write to' },
    watch: { about: 'Write again after each build, until the command is ended' },
    check: { about: 'Write nothing; exit with 1 if a file is out of date' },
    commonjs: { about: 'Write files for CommonJS, which find the class by __dirname instead of import.meta.url' },
    help,
  },
  accounts: asking,
  mint: {
    unit: {
      value: 'UNIT',
      words: ['FRI', 'STRK', 'WEI', 'ETH'],
      about: 'FRI or STRK (10^18 FRI), WEI or ETH (10^18 WEI) [default: FRI]',
    },
    ...asking,
  },
  call: {
    block: { value: 'BLOCK', about: 'latest, pre_confirmed, l1_accepted, a number or a hash [default: latest]' },
    ...asking,
  },
  declare: sending,
  deploy: {
    salt: {
      value: 'SALT',
      about:
        'Decides the address, with the class and the arguments [default: a new one each time, from account and nonce]',
    },
    unique: {
      value: 'true|false',
      words: ['true', 'false'],
      about: 'Whether the address depends on the account too [default: true]',
    },
    ...sending,
  },
  invoke: {
    and: { repeats: true, about: 'Stands before another ADDRESS FUNCTION [ARGS…] of the same transaction' },
    ...sending,
  },
  mine: { seconds: { value: 'SECONDS', about: 'Time between the blocks [default: 0]' }, ...asking },
  console: {
    url: { ...asking.url, about: 'The node to use [default: a sandbox of its own] [env: STARBOX_URL]' },
    'no-color': asking['no-color'],
    help,
  },
  explain: asking,
  replay: {
    'fork-network': originOf('transaction'),
    swap,
    set,
    as,
    'fork-cache': forkCache,
    ...asking,
  },
  'replay-block': { 'fork-network': originOf('block'), 'fork-cache': forkCache, ...asking },
  'replay-range': {
    'fork-network': originOf('blocks'),
    ledger: {
      value: 'FILE',
      about: 'A file to which each result is added. Blocks that it has are not run again, so a run can be resumed',
    },
    again: { about: 'Run blocks of the ledger once more that were not equal' },
    bisect: { about: 'Find the first block that differs by halving the range, instead of running all of it' },
    parallel: { value: 'N', about: 'How many blocks run at a time, while others wait for the node' },
    'fork-cache': forkCache,
    ...asking,
  },
  record: {
    output: { value: 'FILE', short: 'o', about: 'The file to add to; it is made if it does not exist' },
    port: { value: 'PORT', about: 'The port to listen on; 0 takes a free one' },
    help,
  },
  'record-block': {
    'fork-network': originOf('block'),
    output: { value: 'FILE', short: 'o', about: 'The file to add to; it is made if it does not exist' },
    'fork-cache': forkCache,
    ...asking,
  },
  debug: {
    port: { value: 'PORT', about: 'The port to wait on for the editor; 0 takes a free one [default: 0]' },
    call: {
      value: 'JSON|FILE',
      about:
        'Debug a call without a transaction: what starknet_call takes, or {"contract_address", "entry_point", "calldata"}',
    },
    estimate: {
      value: 'JSON|FILE',
      about: 'Debug a transaction that was not sent: what starknet_estimateFee takes, or one transaction',
    },
    state: { value: 'FILE', about: 'The state file that has the chain, in place of a node' },
    at: { value: 'STEP', about: 'The step to start at, such as the one in the address of the explorer page' },
    'source-map': {
      value: 'FROM=TO',
      repeats: true,
      about:
        'Where the sources are here, if the classes were built in the folder FROM. Can be repeated. Without it, files are\nalso looked for in the package of the working folder',
    },
    stdio: { about: 'Speak over standard input and output instead' },
    'fork-network': originOf('transaction'),
    swap,
    set,
    as,
    'fork-cache': forkCache,
    ...asking,
  },
  profile: {
    output: {
      value: 'FILE',
      short: 'o',
      about:
        'Write a file instead: a flame graph (.html), or a profile for speedscope (.json) or pprof (.pb); with HASH also a trace\nfor cairo-profiler and cairo-coverage (.trace.json)',
    },
    ...asking,
  },
  'profile-diff': {
    'fail-over': { value: 'PERCENT', about: 'Exit with 1 if the L2 gas grew by more than this' },
    ...asking,
  },
  coverage: {
    'fail-under': { value: 'PERCENT', about: 'Exit with 1 if less of the lines ran' },
    tests: { about: 'Show which test ran which lines' },
    json,
    help,
  },
  mutate: {
    since: { value: 'GIT-REF', about: 'Only change lines that differ from this commit, branch or tag' },
    contract: { value: 'NAME', repeats: true, about: 'Only change this contract. Can be repeated' },
    'time-limit': {
      value: 'SECONDS',
      about: 'Try no more mutants after this time. The next run goes on with the others',
    },
    workers: {
      value: 'N',
      about: 'How many runs of the command work at the same time [default: one for each core, up to 4]',
    },
    'fail-under': { value: 'PERCENT', about: 'Exit with 1 if the tests notice less of the mutants' },
    fresh: { about: 'Forget what a run that was interrupted has found' },
    json,
    help,
  },
  gas: {
    output: {
      value: 'FILE',
      short: 'o',
      about: 'Write the report to a file instead: JSON (.json), Markdown (.md), or a table',
    },
    json,
    help,
  },
  'gas-diff': {
    'fail-over': {
      value: 'PERCENT',
      about: 'Exit with 1 if the gas of a transaction or function grew by more than this',
    },
    help,
  },
  mcp: {
    'allow-write': {
      value: 'DIR',
      about: 'The folder that the agent may write new files to, such as tests [default: none]',
    },
    'allow-fork': {
      value: 'URL',
      repeats: true,
      about: 'A node that the agent may fork. Can be repeated [default: none]',
    },
    'allow-build': { about: "Let the agent run 'scarb build' in this folder, which runs what Scarb.toml names" },
    url: {
      value: 'URL',
      about: 'Use the chain of a running node that was started with --mcp, in place of one of its own',
    },
    help,
  },
  report: {
    output: {
      value: 'FILE',
      short: 'o',
      about: 'The file to write, which must not exist [default: starbox-report.json, -2, -3, …]',
    },
    'with-seed': {
      about:
        'Include the seed of the predeployed accounts, which repeating the requests needs. Anyone can make their keys from it',
    },
    unpack: { value: 'REPORT', about: 'Print the requests of a report instead, as a dump' },
    url: asking.url,
    help,
  },
} as const satisfies Readonly<Partial<Record<CommandName, Rows>>>;

/** A command with rows here. */
export type CommandWithOptions = keyof typeof commandOptions;

/** The rows of a command; undefined for those that take other words. */
export const optionsOfCommand = (name: CommandName): Rows | undefined => (commandOptions as Record<string, Rows>)[name];

/** The options of a command, as its help lists them. `defaults` are values that only the command knows. */
export function optionsHelp(
  name: CommandWithOptions,
  defaults: Readonly<Record<string, string | number>> = {},
): string {
  const lines = Object.entries<CommandOption>(commandOptions[name]).map(([option, { short, value, about }]) => {
    const shown = `${short ? `-${short}, ` : '    '}--${option}${value === undefined ? '' : ` <${value}>`}`;
    const note = defaults[option] === undefined ? '' : ` [default: ${defaults[option]}]`;
    return `  ${shown}\n          ${about.replaceAll('\n', '\n          ')}${note}\n`;
  });
  return lines.join('');
}
