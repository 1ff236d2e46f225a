import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { oldNode } from './oldNode.ts';

test.each(['18.20.8', '20.0.0', '20.18.3'])('Node.js %s is refused, with the version that is needed', (version) => {
  expect(oldNode(version)).toContain(`Starbox needs Node.js 20.19 or newer. This is Node.js ${version}, at `);
});

test.each(['20.19.0', '20.20.2', '22.0.0', '26.1.0-nightly'])('Node.js %s runs Starbox', (version) => {
  expect(oldNode(version)).toBeUndefined();
});

test('the oldest version is that of the package', () => {
  const { engines } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
  const [, major, minor] = /^>=(\d+)\.(\d+)\.0$/.exec(engines.node)!;
  expect(oldNode(`${major}.${minor}.0`)).toBeUndefined();
  expect(oldNode(`${major}.${Number(minor) - 1}.9`)).toContain(`needs Node.js ${major}.${minor} or newer`);
});
