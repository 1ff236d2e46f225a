import { expect, test } from 'vitest';
import { defaultConfig } from '../../chain/config.ts';
import { defaultServerConfig } from '../../rpc/serverConfig.ts';
import { configure, configureServer } from './configure.ts';
import { readOptions } from './parseOptions.ts';

test('a start without options has the defaults of the chain and of the server', () => {
  const { options, given } = readOptions(new Map(), undefined);
  const { seed, ...config } = configure(options, given);
  expect(config).toEqual(defaultConfig);
  expect(seed).toBeGreaterThanOrEqual(0);
  expect(configureServer(options)).toEqual(defaultServerConfig);
});
