import { display, type OptionName, optionNames, optionOf, optionSections, variableOf } from '../../options/options.ts';
import { wordsOf } from '../../options/values.ts';
import { nearest } from '../../text/nearest.ts';
import { commandNames, commands } from '../commands/commands.ts';
import { docPage, errorHelp, titleOf } from './docPages.ts';
import { USAGE, UsageError } from './usageError.ts';

type Section = (typeof optionSections)[number];

/** Lines to type, by the topic of a section. */
const examples: Readonly<Record<string, readonly string[]>> = {
  predeployed: ['starbox --seed 0 --accounts 3', 'starbox --initial-balance 5000000000000000000'],
  chain: ['starbox --block-generation-on demand', 'starbox --chain-id MAINNET --state-archive-capacity full'],
  forking: ['starbox --fork-network https://your.node/', 'starbox --fork-network https://your.node/ --fork-offline'],
  messages: ['starbox --l1-auto', 'starbox --l1-url http://127.0.0.1:8545'],
  files: ['starbox --state chain.starbox', 'starbox --watch', 'starbox --dump-on exit --dump-path requests.json'],
  server: ['starbox --port 0', 'starbox --ui', "starbox --allow-origin 'http://localhost:3000'"],
  limits: ['starbox --max-boxes 8 --box-timeout 60'],
  log: ['starbox --verbose', 'starbox --log json'],
};

/** The page of the documentation for each topic. */
export const topicPages: Readonly<Record<string, string>> = {
  predeployed: 'docs/configuration.md#contract-classes-of-the-node',
  chain: 'docs/controls.md',
  forking: 'docs/forking.md',
  messages: 'docs/messaging.md',
  files: 'docs/controls.md#state-files-the-chain-itself',
  server: 'docs/configuration.md',
  limits: 'docs/security.md#limits',
  log: 'docs/logging.md',
};

/** The text of --help. */
export function helpText(): string {
  return `A local Starknet sandbox

${USAGE}
${commandLines()}

Examples:
  starbox --seed 0                             the same accounts at every start
  starbox --state chain.starbox                keep the chain between runs
  starbox --fork-network https://your.node/    continue the chain of another node

${optionSections.map(sectionText).join('\n\n')}
          The environment variable RUST_LOG sets the log level, too: error, warn, info, debug, trace or off.
          RUST_LOG=request,response also logs the bodies of requests and answers.

Help:
  -h, --help
          Print help
  -V, --version
          Print version

'starbox help TOPIC' prints a part of this: a command, an option, or one of ${topics.join(', ')}.
'starbox help error-41' explains an error, and 'starbox help testing' says where a page of the documentation is.
The documentation is in the folder docs of the package:
  docs/start.md          from nothing to a test       docs/recipes.md     short answers to copy
  docs/configuration.md  options and their places     docs/commands.md    the commands above
  docs/forking.md        forks of live networks       docs/errors.md      every error, and what to do
  docs/index.md          all pages
`;
}

/** The topic of a section: the first word of its title. */
const topicOf = ([title]: Section): string => title.split(' ')[0]!.toLowerCase();

/** The topics of the sections. */
export const topics: readonly string[] = optionSections.map(topicOf);

/** The help for a section of options, for one option or an error, or the place of a page. Throws a UsageError for other topics. */
export function topicText(topic: string): string {
  const word = topic.replace(/^--/, '').toLowerCase();
  const section = optionSections.find((one) => topicOf(one) === word);
  if (section)
    return `${sectionText(section)}\n\nExamples:\n${(examples[word] ?? []).map((line) => `  ${line}`).join('\n')}\n\nMore: ${topicPages[word]}\n`;
  const option = optionNames.find((name) => name === word);
  if (option) return `${optionText(option)}\n`;
  const page = docPage(word);
  if (page !== undefined) return `${titleOf(page)}: ${page}\n`;
  const error = /^error-(-?\d+)$/.exec(word)?.[1];
  const explained = error === undefined ? undefined : errorHelp(error);
  if (explained !== undefined) return explained;
  const near = nearest(word, [...topics, ...commandNames, ...optionNames]);
  throw new UsageError(
    `there is no help for '${topic}'${near === undefined ? '' : `\n\n  tip: there is help for '${near}'`}\n\n  topics: ${topics.join(', ')}; commands, options and pages of the documentation by their names; error-41 for an error`,
  );
}

const sectionText = ([title, names]: Section): string => `${title}:\n${names.map(optionText).join('\n')}`;

/** A usage line for each command. */
function commandLines(): string {
  const rows = commandNames.map((name) => commands[name]);
  const width = Math.max(...rows.map(({ usage }) => usage.length));
  return rows.map(({ usage, about }) => `       starbox ${usage.padEnd(width)}  ${about}`).join('\n');
}

function optionText(name: OptionName): string {
  const spec = optionOf(name);
  const words = 'value' in spec ? wordsOf(spec) : undefined;
  const notes = [
    spec.fallback === undefined ? '' : ` [default: ${spec.fallback}]`,
    words === undefined ? '' : ` [possible values: ${words.join(', ')}]`,
    ` [env: ${variableOf(name)}]`,
  ].join('');
  return `  ${spec.short ? `-${spec.short}, ` : '    '}${display(name)}\n          ${spec.about}${notes}`;
}
