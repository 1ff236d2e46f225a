import { UsageError } from '../options/usageError.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where a node is asked. */
export interface NodeAddress {
  readonly url: string;
  /** Where the address comes from; undefined if the user typed it. */
  readonly source: string | undefined;
}

/** `--url`, STARBOX_URL, or where a server listens that is started in this folder with this environment. */
export async function nodeAddress(
  given: string | undefined,
  environment: Environment,
  folder = process.cwd(),
): Promise<NodeAddress> {
  if (given !== undefined) return { url: readUrl(given), source: undefined };
  const variable = environment['STARBOX_URL'];
  if (variable) return { url: readUrl(variable), source: 'from the environment variable STARBOX_URL' };
  return serverAddress(environment, folder);
}

function readUrl(text: string): string {
  // `localhost:5050` is the URL of a scheme named localhost.
  const whole = text.includes('://') ? text : `http://${text}`;
  if (!/^https?:/i.test(whole) || !URL.canParse(whole))
    throw new UsageError(`'${text}' is not the URL of a node, such as http://127.0.0.1:5050`);
  return whole;
}

/** The address that the options of a server give: the environment, then the configuration file, then the defaults. */
async function serverAddress(environment: Environment, folder: string): Promise<NodeAddress> {
  const { variableOf } = await import('../../options/options.ts');
  const { readGiven, readListening } = await import('../options/parseOptions.ts');
  const { loadConfig } = await import('../options/configFile.ts');
  // Other options of the environment are none of this command's business.
  const names = (['host', 'port', 'config'] as const).map(variableOf);
  const line = readGiven([], Object.fromEntries(names.map((name) => [name, environment[name]])));
  const before = line.kind === 'given' ? line.given : new Map();
  const isComplete = before.has('host') && before.has('port');
  const config = isComplete ? undefined : await loadConfig(before.get('config')?.texts[0], folder);
  const { options, given } = readListening(before, config);
  const sources = new Set((['host', 'port'] as const).flatMap((name) => given.get(name)?.source ?? []));
  const source = sources.size === 0 ? 'the default address' : `from ${[...sources].join(' and ')}`;
  if (options.port === 0)
    throw new UsageError(
      `the port is 0 (${source}), so the system chooses one when the node starts: name the node with --url or STARBOX_URL`,
    );
  return { url: `http://${options.host === '0.0.0.0' ? '127.0.0.1' : options.host}:${options.port}`, source };
}
