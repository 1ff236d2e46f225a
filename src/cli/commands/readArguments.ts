import { parseArgs } from 'node:util';
import { usesColours } from '../../server/log/logColours.ts';
import { UsageError } from '../options/usageError.ts';

/** Options that every command has. They are part of its help. */
export const COMMON_OPTIONS = `      --url <URL>
          The node to ask [default: http://127.0.0.1:5050; HOST and PORT as for the server] [env: STARBOX_URL]
      --json
          Print JSON for programs
      --no-color
          Print no colours; they are only used on a terminal
  -h, --help
          Print help
`;

type OwnOptions = Readonly<
  Record<string, { readonly type: 'string' | 'boolean'; readonly short?: string; readonly multiple?: boolean }>
>;

/** The words of a command, read. */
export interface CommandArguments {
  readonly words: readonly string[];
  /** The options of this command alone. */
  readonly own: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
  readonly url: string;
  readonly json: boolean;
  readonly color: boolean;
}

/** Reads the words of a command; undefined if they ask for its help. */
export function readArguments(
  args: readonly string[],
  own: OwnOptions = {},
  environment: Readonly<Record<string, string | undefined>> = process.env,
): CommandArguments | undefined {
  const { values, positionals } = parsed(args, own);
  if (values['help']) return undefined;
  return {
    words: positionals,
    own: values,
    url: nodeUrl(values['url'] as string | undefined, environment),
    json: values['json'] === true,
    color: values['no-color'] !== true && usesColours(environment, process.stdout.isTTY === true),
  };
}

function parsed(args: readonly string[], own: OwnOptions) {
  const options = {
    ...own,
    url: { type: 'string' },
    json: { type: 'boolean' },
    'no-color': { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const;
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** The address of the node: `--url`, STARBOX_URL, or where a server with this environment listens. */
function nodeUrl(given: string | undefined, environment: Readonly<Record<string, string | undefined>>): string {
  const host = environment['HOST'] ?? '127.0.0.1';
  const local = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${environment['PORT'] ?? 5050}`;
  const text = given ?? environment['STARBOX_URL'] ?? local;
  // `localhost:5050` is the URL of a scheme named localhost.
  const whole = /^https?:\/\//.test(text) ? text : `http://${text}`;
  if (!URL.canParse(whole)) throw new UsageError(`'${text}' is not the URL of a node, such as http://127.0.0.1:5050`);
  return whole;
}
