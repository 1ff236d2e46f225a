import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfig } from './configFile.ts';
import { UsageError } from './usageError.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'starbox-config-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const put = (name: string, text: string) => writeFileSync(join(folder, name), text);

test('a module that does not exist is named', async () => {
  await expect(loadConfig('nope.ts', import.meta.dirname)).rejects.toThrow(
    "the configuration file 'nope.ts' does not exist",
  );
});

test('a folder without a configuration file has none', async () => {
  put('other.config.json', '{}');
  expect(await loadConfig(undefined, folder)).toBeUndefined();
  expect(await loadConfig(undefined, join(folder, 'missing'))).toBeUndefined();
});

test('the file of the folder is found, and a given one is used instead', async () => {
  put('starbox.config.json', '{"port": 1}');
  put('mine.json', '{"port": 2}');
  expect(await loadConfig(undefined, folder)).toEqual({ path: 'starbox.config.json', content: '{"port": 1}' });
  expect(await loadConfig('mine.json', folder)).toEqual({ path: 'mine.json', content: '{"port": 2}' });
});

test('a module gives what it exports', async () => {
  put('starbox.config.mjs', 'export default { accounts: 3, initialBalance: 10n ** 20n };');
  expect(await loadConfig(undefined, folder)).toMatchObject({ content: { accounts: 3, initialBalance: 10n ** 20n } });
});

test('a module can export a promise of the options', async () => {
  put('starbox.config.mjs', 'export default Promise.resolve({ accounts: 3 });');
  expect(await loadConfig(undefined, folder)).toMatchObject({ content: { accounts: 3 } });
});

test('two files, no object, a broken module and a missing file are refused with a sentence', async () => {
  const refused = (given?: string) => loadConfig(given, folder).catch((error) => error);
  put('a.mjs', 'export default 5;');
  put('b.mjs', 'throw new Error("no luck");');
  put('d.mjs', 'export default Promise.reject(undefined);');
  put('starbox.config.json', '{}');
  put('starbox.config.mjs', 'export default {};');
  for (const [given, text] of [
    [undefined, "the folder has 'starbox.config.json' and 'starbox.config.mjs'; keep one of them"],
    ['a.mjs', "the configuration file 'a.mjs' must export an object"],
    ['b.mjs', "the configuration file 'b.mjs' cannot be used: no luck"],
    ['d.mjs', "the configuration file 'd.mjs' cannot be used: undefined"],
    ['c.json', "the configuration file 'c.json' cannot be read: "],
  ] as const) {
    const error = await refused(given);
    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).toContain(text);
  }
});
