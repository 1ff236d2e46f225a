import type { ChainOptions, CommandOptions } from './optionTypes.generated.ts';

/**
 * The options of the command, in camelCase, for `starbox.config.ts` or `starbox.config.js`. `starbox --help` describes them.
 *
 * @example
 * const config: StarboxConfig = { seed: 0, accounts: 3, port: 5051 };
 */
export interface StarboxConfig extends ChainOptions, CommandOptions {}

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
