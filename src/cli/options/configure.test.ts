import { expect, test } from 'vitest';
import { defaultConfig } from '../../chain/config.ts';
import { defaultServerConfig } from '../../rpc/serverConfig.ts';
import { configure, configureServer } from './configure.ts';
import { readGiven, readOptions } from './parseOptions.ts';

test('a start without options has the defaults of the chain and of the server', () => {
  const { options, given } = readOptions(new Map(), undefined);
  const { seed, ...config } = configure(options, given);
  expect(config).toEqual(defaultConfig);
  expect(seed).toBeGreaterThanOrEqual(0);
  expect(configureServer(options)).toEqual({ ...defaultServerConfig, gatewayRules: 'warn' });
  expect(configureServer(options, true)).toEqual({ ...defaultServerConfig, strictAnswers: true });
});

test('a gateway that refuses transactions raises the price of L2 gas to the minimum of the networks, unless a price is given', () => {
  const priceWith = (...args: readonly string[]) => {
    const line = readGiven(args, {});
    const { options, given } = readOptions(line.kind === 'given' ? line.given : new Map(), undefined);
    return configure(options, given).gasPrices.l2Gas.fri;
  };
  expect(priceWith('--gateway-rules', 'refuse')).toBe(8_000_000_000n);
  expect(priceWith('--gateway-rules', 'refuse', '--l2-gas-price-fri', '5')).toBe(5n);
  expect(priceWith('--gateway-rules', 'warn')).toBe(defaultConfig.gasPrices.l2Gas.fri);
});
