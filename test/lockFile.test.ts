import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { asksForNewer, type LockEntries } from '../scripts/lockFile.ts';

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
const packages: LockEntries = lock.packages;

/** Whether a package that lies at `path` finds `name` in its own `node_modules` or in one above it. */
const finds = (path: string, name: string): boolean => {
  if (packages[`${path === '' ? '' : `${path}/`}node_modules/${name}`] !== undefined) return true;
  return path !== '' && finds(path.slice(0, Math.max(path.lastIndexOf('/node_modules/'), 0)), name);
};

// `npm ci` refuses a lock file that lacks the package of any platform, also of one it does not run on.
test('the lock file has the packages of all platforms, which npm ci needs', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !finds(path, name)),
  );
  expect(missing).toEqual([]);
});

const installed = Object.entries(packages).filter(([path, { link }]) => path !== '' && !link);

// A registry that is a mirror may lack the packages of other platforms; `npm run lock` adds the hashes of those that it has.
test('every package has a hash in the lock file, but for optional ones of other platforms', () => {
  const withoutHash = installed.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
  const needed = withoutHash.filter(([, { optional, os, cpu }]) => !optional || (os ?? cpu) === undefined);
  expect(needed.map(([path]) => path)).toEqual([]);
  // What npm installs here is checked, whatever the platform.
  const here = withoutHash.filter(([path]) => existsSync(new URL(`../${path}/package.json`, import.meta.url)));
  expect(here.map(([path]) => path)).toEqual([]);
});

// Otherwise `npm install` changes the lock file of a fresh clone.
test('the lock file repeats what package.json says', () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const repeated = Object.entries(packages['']!);
  expect(repeated.map(([member]) => member)).toContain('bin');
  for (const [member, value] of repeated) expect(value, member).toEqual(manifest[member]);
});

test('the lock file names no registry', () => {
  expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

test('no package makes npm install warn on the oldest Node.js that is supported', () => {
  const oldest = packages['']!.engines!.node!;
  const refusing = installed.filter(([, { engines }]) => engines?.node && asksForNewer(engines.node, oldest));
  expect(refusing.map(([path]) => path)).toEqual([]);
  expect(asksForNewer('^20.19.0 || >=22.12.0', oldest)).toBe(false);
  expect(asksForNewer('>= 20.20', oldest)).toBe(true);
});
