import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Entry {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
const packages: Readonly<Record<string, Entry>> = lock.packages;

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
