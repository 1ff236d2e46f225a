// Writes the types of options in the library and in the configuration file from the table of options.
import { libraryName } from '../src/options/libraryName.ts';
import { type OptionName, optionNames, optionOf } from '../src/options/options.ts';
import { ValueError, wordsOf } from '../src/options/values.ts';

/** The file with two interfaces: the options of both, and those of the command alone. */
export function optionTypes(): string {
  const ofChain = optionNames.filter((name) => optionOf(name).chain !== undefined);
  // A configuration file does not name a configuration file.
  const ofCommand = optionNames.filter((name) => optionOf(name).chain === undefined && name !== 'config');
  return `${[
    "// Written by `npm run reference` from the table in src/options/options.ts. Do not edit.\nimport type { PriceScheduleInput } from '../controls/marketTypes.ts';\nimport type { AmountLike } from '../values.ts';",
    interfaceText('ChainOptions', 'Options of the chain, which the library and the command share.', ofChain),
    interfaceText('CommandOptions', 'Options of the command alone, in camelCase.', ofCommand),
  ].join('\n\n')}\n`;
}

const interfaceText = (name: string, about: string, names: readonly OptionName[]): string =>
  [`/** ${about} */`, `export interface ${name} {`, ...names.flatMap(memberLines), '}'].join('\n');

function memberLines(name: OptionName): string[] {
  const { about, fallback } = optionOf(name);
  const ending = fallback === undefined ? '' : `. Default: \`${fallback}\``;
  // Other options go by their names here.
  const text = about.replace(/--([a-z][\w-]*)/g, (_, other: OptionName) => `\`${libraryName(other)}\``);
  return [`  /** ${text}${ending}. */`, `  readonly ${libraryName(name)}?: ${typeOf(name)} | undefined;`];
}

function typeOf(name: OptionName): string {
  const row = optionOf(name);
  if ('flag' in row) return 'boolean';
  if (row.type !== undefined) return row.type;
  const words = wordsOf(row);
  if (words?.join() === 'true,false') return 'boolean';
  const one = words ? words.map((word) => `'${word}'`).join(' | ') : readsNumbers(row.read) ? 'AmountLike' : 'string';
  return row.many || row.repeats ? `readonly ${one}[]` : one;
}

/** Whether a reader makes numbers of texts. One that accepts only other numbers refuses 1 for its size. */
function readsNumbers(read: (text: string) => unknown): boolean {
  try {
    return /number|bigint/.test(typeof read('1'));
  } catch (error) {
    return error instanceof ValueError && error.message.includes(' is not in ');
  }
}
