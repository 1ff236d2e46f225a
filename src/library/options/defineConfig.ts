import type { ChainOptions, CommandOptions } from './optionTypes.generated.ts';
import type { ForkOptions, L1Options } from './sandboxOptions.ts';

/**
 * The options of the command, in camelCase, for `starbox.config.ts` or `starbox.config.js`. `starbox --help` describes them.
 *
 * @example
 * const config: StarboxConfig = { seed: 0, accounts: 3, port: 5051 };
 */
export interface StarboxConfig extends ChainOptions, CommandOptions {
  /** The node to fork from, as `Sandbox.create` takes it: the same as `forkNetwork` and `forkBlock`. */
  readonly fork?: ForkOptions | undefined;
  /** The L1 to exchange messages with, as `Sandbox.create` takes it: the same as `l1Url` and `l1Auto`. */
  readonly l1?: L1Options | undefined;
}

/**
 * Gives the configuration of the command its types. It returns what it is given.
 *
 * @example
 * // starbox.config.ts
 * export default defineConfig({ seed: 0, accounts: 3, port: 5051 });
 */
export function defineConfig(config: StarboxConfig): StarboxConfig {
  return config;
}
