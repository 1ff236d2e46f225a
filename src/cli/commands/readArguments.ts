import { parseArgs } from 'node:util';
import { usesColours } from '../../server/log/logColours.ts';
import { UsageError } from '../options/usageError.ts';
import { type CommandOption, type CommandWithOptions, commandOptions } from './commandOptions.ts';
import { type NodeAddress, nodeAddress } from './nodeAddress.ts';

/** The words of a command, read. */
export interface CommandArguments {
  readonly words: readonly string[];
  /** The options that were given, by name. */
  readonly own: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
  readonly json: boolean;
  readonly color: boolean;
  /** The node to ask. Reads the configuration file if nothing else says where it is. */
  node(): Promise<NodeAddress>;
}

/** Reads the words of a command; undefined if they ask for its help. */
export function readArguments(
  command: CommandWithOptions,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = process.env,
): CommandArguments | undefined {
  const { values, positionals } = parsed(command, args);
  if (values['help']) return undefined;
  return {
    words: positionals,
    own: values,
    json: values['json'] === true,
    color: values['no-color'] !== true && usesColours(environment, process.stdout.isTTY === true),
    node: () => nodeAddress(values['url'] as string | undefined, environment),
  };
}

/** Reads words by the rows of the command's options. */
function parsed(command: CommandWithOptions, args: readonly string[]) {
  const rows = Object.entries<CommandOption>(commandOptions[command]);
  const options = Object.fromEntries(
    rows.map(([name, { value, short, repeats = false }]) => [
      name,
      { type: value === undefined ? 'boolean' : 'string', multiple: repeats, ...(short && { short }) } as const,
    ]),
  );
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
