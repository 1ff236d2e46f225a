import { expect, test } from 'vitest';
import { configureServer } from '../../src/cli/options/configure.ts';
import { readOptions } from '../../src/cli/options/parseOptions.ts';
import { Sandbox } from '../../src/index.ts';
import { mempoolRules } from '../../src/mempool/mempoolRules.ts';
import { type OptionName, optionNames } from '../../src/options/options.ts';
import { errors } from '../../src/protocol/errors.ts';
import { limitRows, limitTable } from '../../src/protocol/limits.ts';
import { text } from '../../src/rpc/decode/decoder.ts';

test('sandbox_getConfig shows every limit with the value of this node; devnet_getConfig shows none', async () => {
  const box = await Sandbox.create({ accounts: 1, maximumSierraLength: 5000 });
  const { limits: shown } = await box.request('sandbox_getConfig');
  expect(Object.keys(shown!)).toHaveLength(limitRows.length);
  expect(shown!['batch']).toMatchObject({ value: 10_000, unit: 'number', what: 'Requests in a batch' });
  expect(shown!['sierra_felts']!.value).toBe(5000);
  expect(await box.request('devnet_getConfig')).not.toHaveProperty('limits');
  await box.close();
});

test('the option of a limit exists, and its default is the limit', () => {
  const { options } = readOptions(new Map(), undefined);
  const withOption = limitRows.filter(([, { option }]) => option !== undefined);
  expect(withOption.length).toBeGreaterThan(5);
  for (const [name, { option, value }] of withOption) {
    expect(optionNames, name).toContain(option);
    expect(options[option as OptionName], name).toBe(value);
  }
});

test('a limit that an option of the server sets is the one that is shown', () => {
  const { options } = readOptions(new Map(), undefined);
  expect(configureServer({ ...options, 'max-boxes': 7 }).limits).toEqual({ boxes: 7 });
});

test('the limits of the mempool name the error of a full one', () => {
  const { code } = errors[mempoolRules.capacity.error];
  for (const name of ['pooledTransactions', 'pooledBytes'] as const)
    expect(limitTable[name].beyond, name).toBe(`error ${code}`);
});

test('a text that is longer than its limit is refused by the name of its parameter', () => {
  expect(text('snapshotNameChars')('x'.repeat(100), 'name')).toHaveLength(100);
  expect(() => text('snapshotNameChars')('x'.repeat(101), 'name')).toThrow(
    'name has 101 characters, and may have at most 100',
  );
});
