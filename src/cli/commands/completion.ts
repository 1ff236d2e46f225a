// Completion scripts, written from the table of options and the list of commands.
import { type OptionName, optionNames, optionOf } from '../../options/options.ts';
import { wordsOf } from '../../options/values.ts';
import { topics } from '../options/help.ts';
import { UsageError } from '../options/usageError.ts';
import { optionsOfCommand } from './commandOptions.ts';
import { type CommandName, commandNames, commands } from './commands.ts';

const HELP = `Print a script that completes commands, options and their values

Usage: starbox completion bash|zsh|fish

Examples:
  source <(starbox completion bash)                                      in ~/.bashrc
  source <(starbox completion zsh)                                       in ~/.zshrc, after compinit
  starbox completion fish > ~/.config/fish/completions/starbox.fish
`;

/** Both names of the program. */
const PROGRAMS = ['starbox', 'starknet-devnet'];
/** Values that are the path of a file or folder. */
const PATH = /^(?!ADDRESS).*(?:FILE|DIR|PATH)/;
const serverOptions = [...optionNames.map((name) => `--${name}`), '--help', '--version'];
const otherWords: Readonly<Record<string, readonly string[]>> = {
  watch: serverOptions,
  help: [...topics, ...commandNames],
  completion: ['bash', 'zsh', 'fish'],
};
const wordsOfCommand = (name: CommandName): readonly string[] => {
  const rows = optionsOfCommand(name);
  return rows ? Object.keys(rows).map((option) => `--${option}`) : (otherWords[name] ?? []);
};

/** The options of commands that take few values, with those values. */
const valuesOfCommands = commandNames.flatMap((name) =>
  Object.entries(optionsOfCommand(name) ?? {}).flatMap(([option, { words }]) => (words ? [{ option, words }] : [])),
);

const scripts: Readonly<Record<string, () => string>> = {
  bash: bashScript,
  // Completion for bash works in zsh through this module of zsh.
  zsh: () => `autoload -U +X bashcompinit && bashcompinit\n${bashScript()}`,
  fish: fishScript,
};

/** `starbox completion SHELL`. */
export async function completionCommand(args: readonly string[]): Promise<number> {
  const [shell, ...rest] = args;
  if (shell === '--help' || shell === '-h') {
    process.stdout.write(HELP);
    return 0;
  }
  if (shell === undefined || rest.length > 0 || !Object.hasOwn(scripts, shell))
    throw new UsageError(`completion takes the name of a shell: bash, zsh or fish`);
  process.stdout.write(scripts[shell]!());
  return 0;
}

/** The words that an option accepts; undefined if it accepts others too. */
function valuesOf(name: OptionName): readonly string[] | undefined {
  const spec = optionOf(name);
  return 'value' in spec ? wordsOf(spec) : undefined;
}

/** The options of commands that take the path of a file or folder. */
const pathsOfCommands = commandNames.flatMap((name) =>
  Object.entries(optionsOfCommand(name) ?? {}).flatMap(([option, { value = '' }]) =>
    PATH.test(value) ? [`--${option}`] : [],
  ),
);

/** Whether an option takes the path of a file or folder. */
function takesPath(name: OptionName): boolean {
  const spec = optionOf(name);
  return 'value' in spec && PATH.test(spec.value);
}

function bashScript(): string {
  const complete = (words: readonly string[]) => `COMPREPLY=($(compgen -W '${words.join(' ')}' -- "$cur"))`;
  const values = optionNames.flatMap((name) => {
    const words = valuesOf(name);
    return words ? [`    --${name}) ${complete(words)}; return ;;`] : [];
  });
  const paths = new Set([...optionNames.filter(takesPath).map((name) => `--${name}`), ...pathsOfCommands]);
  const own = commandNames.map((name) => `    ${name}) words='${wordsOfCommand(name).join(' ')}' ;;`);
  return `_starbox() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} words
  case $prev in
${values.join('\n')}
${valuesOfCommands.map(({ option, words }) => `    --${option}) ${complete(words)}; return ;;`).join('\n')}
    ${[...paths].join('|')}) COMPREPLY=($(compgen -f -- "$cur")); return ;;
  esac
  case \${COMP_WORDS[1]} in
${own.join('\n')}
    *) words='${serverOptions.join(' ')}' ;;
  esac
  [ "$COMP_CWORD" -eq 1 ] && words='${[...commandNames, ...serverOptions].join(' ')}'
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _starbox ${PROGRAMS.join(' ')}
`;
}

function fishScript(): string {
  const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;
  const lines: string[] = [];
  for (const program of PROGRAMS) {
    const add = (line: string) => lines.push(`complete -c ${program} ${line}`);
    const isCommand = `__fish_seen_subcommand_from ${commandNames.join(' ')}`;
    for (const name of commandNames)
      add(`-n ${quoted(`not ${isCommand}`)} -f -a ${name} -d ${quoted(commands[name].about)}`);
    for (const name of optionNames) {
      const spec = optionOf(name);
      const words = valuesOf(name);
      const value = words
        ? `-x -a ${quoted(words.join(' '))}`
        : takesPath(name)
          ? '-r -F'
          : 'value' in spec
            ? '-x'
            : '-f';
      const short = spec.short ? `-s ${spec.short} ` : '';
      add(`-n ${quoted(`not ${isCommand}`)} -l ${name} ${short}${value} -d ${quoted(spec.about)}`);
    }
    for (const name of commandNames)
      for (const word of wordsOfCommand(name))
        add(
          `-n ${quoted(`__fish_seen_subcommand_from ${name}`)} ${word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`}`,
        );
  }
  return `${lines.join('\n')}\n`;
}
