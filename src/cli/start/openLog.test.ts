import { expect, test } from 'vitest';
import { logSettings } from './openLog.ts';

const options = (given: Partial<Parameters<typeof logSettings>[0]>) => ({
  'log-level': undefined,
  verbose: false,
  quiet: false,
  ...given,
});

test('--log-level decides before --verbose and --quiet, and these before RUST_LOG', () => {
  expect(logSettings(options({}), undefined).level).toBe('info');
  expect(logSettings(options({}), 'warn').level).toBe('warn');
  expect(logSettings(options({ quiet: true }), 'debug').level).toBe('error');
  expect(logSettings(options({ verbose: true }), 'error').level).toBe('debug');
  expect(logSettings(options({ quiet: true, 'log-level': 'trace' }), 'off').level).toBe('trace');
  expect(logSettings(options({ 'log-level': 'warn' }), 'request').bodies).toEqual({ request: true, response: false });
});
