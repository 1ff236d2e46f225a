import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { artifactFolders } from './artifactFolders.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'starbox-artifacts-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const NAME = 'shop_Token.contract_class.json';
const write = (...path: string[]) => {
  mkdirSync(join(root, ...path.slice(0, -1)), { recursive: true });
  writeFileSync(join(root, ...path), '{}');
};
const paths = async (folders: { list(): Promise<readonly { path: string }[]> }) =>
  (await folders.list()).map(({ path }) => path);

test('the build output of the nearest packages is found, also when it appears later', async () => {
  write('work', 'packages', 'shop', 'src', 'lib.cairo');
  const folders = artifactFolders(undefined, join(root, 'work/packages/shop/src'));
  expect(await paths(folders)).toEqual([]);
  write('work', 'packages', 'shop', 'Scarb.toml');
  write('work', 'Scarb.toml');
  write('work', 'target', 'dev', NAME);
  write('work', 'target', 'dev', 'shop.starknet_artifacts.json');
  expect(await paths(folders)).toEqual([join(root, 'work/target/dev', NAME)]);
  expect(String(await folders.read(join(root, 'work/target/dev', NAME)))).toBe('{}');
});

test('given folders replace the found ones, relative to the working folder', async () => {
  write('Scarb.toml');
  write('target', 'dev', NAME);
  write('out', NAME);
  expect(await paths(artifactFolders([join(root, 'out')], root))).toEqual([join(root, 'out', NAME)]);
  expect(await paths(artifactFolders(['/nowhere'], root))).toEqual([]);
});

test('everything can be read at once too', async () => {
  write('Scarb.toml');
  write('target', 'dev', NAME);
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'src/lib.cairo'), '#[storage]\nstruct Storage {}\n');
  const { atOnce, ...folders } = artifactFolders(undefined, root);
  const path = join(root, 'target/dev', NAME);
  const places = [
    { file: 'src/lib.cairo', line: 2 },
    { file: '/etc/hosts', line: 1 },
  ];
  const files = ['src/lib.cairo', '../lib.cairo'];
  expect(atOnce.list()).toEqual(await folders.list());
  expect(atOnce.read(path)).toEqual(await folders.read(path));
  expect(() => atOnce.read(join(root, 'src'))).toThrow('is a folder');
  expect(atOnce.sources(path)).toEqual(await folders.sources(path));
  expect(atOnce.sources(path)).toHaveLength(1);
  expect(atOnce.sourceLines(path, places)).toEqual(await folders.sourceLines(path, places));
  expect(atOnce.sourceLines(path, places)).toEqual([expect.objectContaining({ firstLine: 1 }), undefined]);
  expect(atOnce.sourceFiles(path, files)).toEqual(await folders.sourceFiles(path, files));
});
