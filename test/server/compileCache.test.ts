import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import * as nodeModule from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isBuilt } from '../support/build.ts';
import { skipUnless } from '../support/skipUnless.ts';

const root = join(import.meta.dirname, '../..');
const cli = join(root, 'dist/cli.js');
const input = join(root, 'contracts/classes/universal_deployer.sierra.json');
const nodeHasCache = 'enableCompileCache' in nodeModule;

let home: string;
let folder: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'starbox-code-'));
  folder = join(home, 'starbox', 'code');
});
afterEach(() => rmSync(home, { recursive: true }));

function compile() {
  const { NODE_DISABLE_COMPILE_CACHE: _, NODE_COMPILE_CACHE: __, ...rest } = process.env;
  const env = { ...rest, XDG_CACHE_HOME: home };
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'compile', input], { env, encoding: 'utf8' });
  return { status, stderr, isCompiled: stdout.includes('"bytecode"') };
}
const GOOD = { status: 0, stderr: '', isCompiled: true };

const filesIn = (path: string) =>
  existsSync(path)
    ? readdirSync(path, { recursive: true, encoding: 'utf8' })
        .map((name) => join(path, name))
        .filter((file) => statSync(file).isFile())
    : [];

describe.runIf(isBuilt && skipUnless(process.platform === 'linux', 'this system is not Linux'))(
  "Node's compile cache (needs dist/)",
  () => {
    test('is used if Node has one, and damaged files in it do no harm', () => {
      expect(compile()).toEqual(GOOD);
      const files = filesIn(folder);
      expect(files.length > 0).toBe(nodeHasCache);
      for (const place of [0.1, 0.5, 0.9]) {
        for (const file of files) {
          const bytes = readFileSync(file);
          bytes[Math.floor(place * bytes.length)]! ^= 4;
          writeFileSync(file, bytes);
        }
        expect(compile()).toEqual(GOOD);
      }
    });

    test('is not used if other users can write to it', () => {
      expect(compile()).toEqual(GOOD);
      if (existsSync(folder)) chmodSync(folder, 0o777);
      const files = filesIn(folder);
      for (const file of files) writeFileSync(file, 'planted');
      expect(compile()).toEqual(GOOD);
      for (const file of files) expect(readFileSync(file, 'utf8')).toBe('planted');
    });

    test('is not kept beside the package', () => {
      expect(compile()).toEqual(GOOD);
      expect(filesIn(join(root, '.cache')).filter((file) => file.endsWith('.code'))).toEqual([]);
    });
  },
);
