import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { doLater } from '../async/eitherWay.ts';
import type { Felt } from '../felt/felt.ts';
import { keyOf } from '../felt/key.ts';
import { sierraClassHash } from '../sierra/hash/sierraClassHash.ts';
import { ArtifactStore } from './artifactStore.ts';
import { readClassText } from './readClassText.ts';

const TEXT = readFileSync('contracts/classes/erc20.sierra.json', 'utf8');
const definition = readClassText(TEXT);
if (definition.kind !== 'sierra') throw new Error('The token is a Sierra class.');
const CLASS_HASH = keyOf(sierraClassHash(definition));
const names = [[0, 'token::transfer']];
const WITH_NAMES = JSON.stringify({ ...JSON.parse(TEXT), sierra_program_debug_info: { user_func_names: names } });

/** A store over files in memory, with the list of the files that were read. */
function storeOf(files: Record<string, { text: string; stamp: string }>) {
  const read: string[] = [];
  let now = 0;
  const store = new ArtifactStore(
    {
      list: async () => Object.entries(files).map(([path, { stamp }]) => ({ path, stamp })),
      read: async (path) => {
        read.push(path);
        return files[path]!.text;
      },
    },
    () => now,
  );
  const get = () => store.get(CLASS_HASH);
  /** Whether looking for the class found what was not known before. */
  const find = async () => {
    const before = get();
    await doLater(store.find([CLASS_HASH]));
    return get() !== before;
  };
  return { read, later: () => (now += 1000), find, get };
}

const TOKEN = '/p/target/dev/my_shop_Token.contract_class.json';

test('a class is found by its hash, with the name of its file and its debug information', async () => {
  const { find, get } = storeOf({ [TOKEN]: { text: WITH_NAMES, stamp: '1' } });
  expect(get()).toBeUndefined();
  expect(await find()).toBe(true);
  expect(get()).toEqual({
    contractName: 'Token',
    isBuilt: true,
    debugInfo: { user_func_names: names },
    sources: [],
    path: TOKEN,
  });
  expect(await find()).toBe(false);
});

test('a class that is built again with debug information is read again', async () => {
  const files = { [TOKEN]: { text: TEXT, stamp: '1' } };
  const { read, later, find, get } = storeOf(files);
  expect(await find()).toBe(true);
  expect(get()?.debugInfo).toBeUndefined();
  later();
  expect(await find()).toBe(false);
  files[TOKEN] = { text: WITH_NAMES, stamp: '2' };
  later();
  expect(await find()).toBe(true);
  expect(get()?.debugInfo).toEqual({ user_func_names: names });
  later();
  expect(await find()).toBe(false);
  expect(read).toHaveLength(2);
});

test('each version of a file is read once, and a later build is found', async () => {
  const files = { '/p/a.contract_class.json': { text: '{"broken"', stamp: '1' } };
  const { read, later, find, get } = storeOf(files);
  expect(await find()).toBe(false);
  later();
  expect(await find()).toBe(false);
  expect(read).toHaveLength(1);
  files['/p/a.contract_class.json'] = { text: WITH_NAMES, stamp: '2' };
  // Folders are not listed again at once.
  expect(await find()).toBe(false);
  later();
  expect(await find()).toBe(true);
  expect(get()?.contractName).toBe('a');
});

test('a class that was not looked for before is found at once', async () => {
  const store = new ArtifactStore(
    {
      list: async () => [{ path: TOKEN, stamp: '1' }],
      read: async () => WITH_NAMES,
    },
    () => 0,
  );
  await doLater(store.find([keyOf(1n as Felt)]));
  expect(store.get(CLASS_HASH)).toBeUndefined();
  await doLater(store.find([CLASS_HASH]));
  expect(store.get(CLASS_HASH)).toBeDefined();
});
