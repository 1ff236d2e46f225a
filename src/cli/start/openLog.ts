import type { Options } from '../../options/options.ts';
import { Log, type LogOptions, readLogVariable } from '../../server/log/log.ts';
import { usesColours } from '../../server/log/logColours.ts';
import type { StandardOutput } from '../end/standardOutput.ts';

/** The log that options and environment ask for. */
export function openLog(options: Options, output: StandardOutput): Log {
  return new Log({
    ...logSettings(options, process.env['RUST_LOG']),
    format: options.log!,
    colours: usesColours(process.env, process.stdout.isTTY === true),
    output: (text) => output.write(text),
  });
}

/** `--log-level` decides first, then --verbose and --quiet, then RUST_LOG. */
export function logSettings(
  options: Pick<Options, 'log-level' | 'verbose' | 'quiet'>,
  variable: string | undefined,
): Pick<LogOptions, 'level' | 'bodies'> {
  const settings = readLogVariable(variable);
  const byFlag = options.verbose ? 'debug' : options.quiet ? 'error' : settings.level;
  return { ...settings, level: options['log-level'] ?? byFlag };
}

/** Writes a line to the log at once. */
export const lineOf = (log: Log) => (line: string) => {
  log.write('info', 'starbox', line);
  log.flush();
};
