// Writes docs/options.md, the reference of the command line: every option from its row, and the help of every command as it prints it.
//   node scripts/run.mjs scripts/build-options.ts
import { writeFileSync } from 'node:fs';
import { type CommandName, commandNames, commands } from '../src/cli/commands/commands.ts';
import { loadCommand } from '../src/cli/commands/loadCommand.ts';
import { compileLine } from '../src/cli/compile/compile.ts';
import { display, type OptionName, optionOf, optionSections, variableOf } from '../src/options/options.ts';
import { wordsOf } from '../src/options/values.ts';

/** What a command prints for `--help`. */
async function helpOf(name: Exclude<CommandName, 'watch' | 'help'>): Promise<string> {
  const printed: string[] = [];
  const write = process.stdout.write;
  process.stdout.write = (text: string | Uint8Array) => printed.push(String(text)) > 0;
  try {
    if (name === 'compile') compileLine(['--help']);
    else await (await loadCommand[name]())(['--help']);
  } finally {
    process.stdout.write = write;
  }
  return printed.join('').trim();
}

const cell = (text: string) => text.replaceAll('|', '\\|');

function optionRow(name: OptionName): string {
  const row = optionOf(name);
  const words = 'value' in row ? wordsOf(row) : undefined;
  const values = words === undefined ? '' : `. One of ${words.map((word) => `\`${word}\``).join(', ')}`;
  const fallback = row.fallback === undefined ? '' : `. Default: \`${row.fallback}\``;
  const shown = `${row.short ? `\`-${row.short}\`, ` : ''}\`${display(name)}\``;
  // Names such as --dump-path and values in angle brackets are code.
  const about = row.about.replace(/(?<![\w-])--[a-z][\w-]*/g, '`$&`');
  return `| ${cell(shown)} | ${cell(about + values + fallback)} | \`${variableOf(name)}\` |`;
}

async function optionsPage(): Promise<string> {
  const sections = optionSections.map(([title, names]) =>
    [`### ${title}`, '', '| Option | Meaning | Environment variable |', '|---|---|---|', ...names.map(optionRow)].join(
      '\n',
    ),
  );
  const own = commandNames.filter((name) => name !== 'watch' && name !== 'help');

  const helps: string[] = [];
  // One after the other, because what they print is caught.
  for (const name of own)
    helps.push(`### starbox ${commands[name].usage}\n\n\`\`\`text\n${await helpOf(name)}\n\`\`\``);
  return `${[
    '# Command reference',
    '<!-- Written by `npm run build` from the tables of options and commands. Do not edit. -->',
    'Every option of `starbox`, and every command. [Commands](commands.md) and [Configuration](configuration.md) show how to use them.',
    '## Options',
    'An option on the command line comes before the environment variable, and the variable before the configuration file, where names are written in camelCase (`blockGenerationOn`) or with dashes. `starbox help TOPIC` prints a part of this page: a command, an option, or a group of options by its first word.',
    ...sections,
    'The environment variable `RUST_LOG` sets the log level, too, and `RUST_LOG=request,response` logs the bodies of requests and answers: [The log](logging.md).',
    '## Commands',
    '`starbox watch` takes the options above. `starbox help [TOPIC]` prints help. The others are:',
    ...helps,
  ].join('\n\n')}\n`;
}

/** npm runs scripts in the package's folder. */
writeFileSync('docs/options.md', await optionsPage());
