import { expect, test } from 'vitest';
import { defaultConfig } from '../../chain/config.ts';
import { defaultServerConfig } from '../../rpc/serverConfig.ts';
import { configure, configureServer } from './configure.ts';
import { parseOptions } from './parseOptions.ts';

test('a start without options has the defaults of the chain and of the server', () => {
  const command = parseOptions([], {}, () => '');
  if (command.kind !== 'run') throw new Error('No options start the program.');
  const { seed, ...config } = configure(command.options, command.given);
  expect(config).toEqual(defaultConfig);
  expect(seed).toBeGreaterThanOrEqual(0);
  expect(configureServer(command.options)).toEqual(defaultServerConfig);
});
