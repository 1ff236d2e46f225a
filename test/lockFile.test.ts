import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { asksForNewer, type LockEntries, lockFiles } from '../scripts/lockFile.ts';

const read = (file: string) => JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'));
const oldest: string = read('package.json').engines.node;

describe.each(lockFiles)('%s', (file) => {
  const folder = dirname(file);
  const packages: LockEntries = read(file).packages;

  /** Whether a package that lies at `path` finds `name` in its own `node_modules` or in one above it. */
  const finds = (path: string, name: string): boolean => {
    if (packages[`${path === '' ? '' : `${path}/`}node_modules/${name}`] !== undefined) return true;
    return path !== '' && finds(path.slice(0, Math.max(path.lastIndexOf('/node_modules/'), 0)), name);
  };

  // `npm ci` refuses a lock file that lacks the package of any platform, also of one it does not run on.
  test('it has the packages of all platforms, which npm ci needs', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !finds(path, name)),
    );
    expect(missing).toEqual([]);
  });

  const installed = Object.entries(packages).filter(([path, { link }]) => path !== '' && !link);

  // A registry that is a mirror may lack the packages of other platforms; `npm run lock` adds the hashes of those that it has.
  test('every package has a hash in it, but for optional ones of other platforms', () => {
    const withoutHash = installed.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
    const needed = withoutHash.filter(([, { optional, os, cpu }]) => !optional || (os ?? cpu) === undefined);
    expect(needed.map(([path]) => path)).toEqual([]);
    // What npm installs here is checked, whatever the platform.
    const here = withoutHash.filter(([path]) =>
      existsSync(new URL(`../${folder}/${path}/package.json`, import.meta.url)),
    );
    expect(here.map(([path]) => path)).toEqual([]);
  });

  // Otherwise `npm install` changes the lock file of a fresh clone.
  test('it repeats what package.json says', () => {
    const manifest = read(`${folder}/package.json`);
    const repeated = Object.entries(packages['']!);
    expect(repeated.map(([member]) => member)).toContain('name');
    for (const [member, value] of repeated) expect(value, member).toEqual(manifest[member]);
  });

  test('it names no registry', () => {
    expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });

  test('no package makes npm install warn on the oldest Node.js that is supported', () => {
    const refusing = installed.filter(([, { engines }]) => engines?.node && asksForNewer(engines.node, oldest));
    expect(refusing.map(([path]) => path)).toEqual([]);
    expect(asksForNewer('^20.19.0 || >=22.12.0', oldest)).toBe(false);
    expect(asksForNewer('>= 20.20', oldest)).toBe(true);
  });
});
