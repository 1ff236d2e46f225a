import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

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
