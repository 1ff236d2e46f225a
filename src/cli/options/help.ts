import { display, type OptionName, optionOf, optionSections, variableOf } from '../../options/options.ts';
import { wordsOf } from '../../options/values.ts';
import { commands } from '../commands/commands.ts';

export const USAGE = 'Usage: starbox [OPTIONS]';

/** The text of --help. */
export function helpText(): string {
  const sections = optionSections.map(([title, names]) => `${title}:\n${names.map(optionText).join('\n')}`);
  return `A local Starknet sandbox

${USAGE}
       starbox compile IN [OUT]  compile a Sierra class to CASM
${commandLines()}

Examples:
  starbox --seed 0                             the same accounts at every start
  starbox --state chain.starbox                keep the chain between runs
  starbox --fork-network https://your.node/    continue the chain of another node

${sections.join('\n\n')}
          The environment variable RUST_LOG sets the log level, too: error, warn, info, debug, trace or off.
          RUST_LOG=request,response also logs the bodies of requests and answers.

Help:
  -h, --help
          Print help
  -V, --version
          Print version

Every page of the documentation is in the folder docs of the package.
`;
}

/** A usage line for each command. */
const commandLines = () =>
  Object.values(commands)
    .map(({ usage, about }) => `       starbox ${usage.padEnd(16)}  ${about}`)
    .join('\n');

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
