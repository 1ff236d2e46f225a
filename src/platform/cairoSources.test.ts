import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { doLater } from '../async/eitherWay.ts';
import { cairoSources as cairoSourcesSteps } from './cairoSources.ts';

const cairoSources = (...parameters: Parameters<typeof cairoSourcesSteps>) => doLater(cairoSourcesSteps(...parameters));

let folder: string;
const put = async (path: string, text: string) => {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sources-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('the sources of a workspace that are about storage are found, without build output and hidden folders', async () => {
  await put('src/token.cairo', '#[storage] struct Storage { a: u8 }');
  await put('packages/shop/src/types.cairo', '#[derive(starknet::Store)] struct Point { x: u8 }');
  await put('src/math.cairo', 'fn add(a: u8, b: u8) -> u8 { a + b }');
  await put('src/notes.txt', '#[storage]');
  await put('target/old.cairo', '#[storage] struct Storage { old: u8 }');
  await put('.hidden/x.cairo', '#[storage] struct Storage { hidden: u8 }');
  await put('src/large.cairo', `#[storage]${' '.repeat(2 ** 21)}`);
  const found = await cairoSources(join(folder, 'target/dev/shop_Token.contract_class.json'));
  expect([...found].sort()).toEqual([
    '#[derive(starknet::Store)] struct Point { x: u8 }',
    '#[storage] struct Storage { a: u8 }',
  ]);
});

test('a class file that Scarb did not write has no sources', async () => {
  expect(await cairoSources(join(folder, 'classes/token.json'))).toEqual([]);
  expect(await cairoSources('/nowhere/target/dev/token.json')).toEqual([]);
});
