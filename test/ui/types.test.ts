import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { test as anyTest, expect } from 'vitest';
import { isBuilt } from '../support/build.ts';

const test = anyTest.runIf(isBuilt);

test('the sources of the page have no type errors', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const { stdout, status } = spawnSync('npx', ['tsc', '--noEmit', '-p', 'ui'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});
