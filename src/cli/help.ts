import { display, type FlagOption, type OptionName, options, type ValueOption, variableOf } from './options.ts';
import { wordsOf } from './values.ts';

export const USAGE = 'Usage: starbox [OPTIONS]';

/** The text of --help. */
export function helpText(): string {
  const lines = (Object.keys(options) as OptionName[]).map((name) => {
    const spec: FlagOption | ValueOption<unknown> = options[name];
    const words = 'value' in spec ? wordsOf(spec) : undefined;
    const notes = [
      spec.fallback === undefined ? '' : ` [default: ${spec.fallback}]`,
      words === undefined ? '' : ` [possible values: ${words.join(', ')}]`,
      ` [env: ${variableOf(name)}]`,
    ].join('');
    return `  ${spec.short ? `-${spec.short}, ` : '    '}${display(name)}\n          ${spec.about}${notes}`;
  });
  return `A local Starknet sandbox

${USAGE}
       starbox compile IN [OUT]  compile a Sierra class to CASM

Options:
${lines.join('\n')}
  -h, --help
          Print help
  -V, --version
          Print version
`;
}
