import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const file = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const manifest = JSON.parse(readFileSync(file('package.json'), 'utf8'));

/** Runs a program with the Node.js that `STARBOX_NODE` names. */
function run(node: string, ...args: string[]) {
  const env = { ...process.env, STARBOX_NODE: node };
  return spawnSync(process.execPath, [file('scripts/node24.mjs'), ...args], { encoding: 'utf8', env });
}

test('a measurement says first which Node.js runs it, and ends as the program does', () => {
  const { stdout, status } = run('node', '-p', 'process.exitCode = 3; process.execPath');
  expect(stdout.split('\n')).toEqual([
    `Node.js ${process.versions.node} runs this. STARBOX_NODE=PATH chooses another.`,
    process.execPath,
    '',
  ]);
  expect(status).toBe(3);
});

test('a STARBOX_NODE that is no Node.js is named', () => {
  const { stderr, status } = run('/nowhere/node', '-p', '1');
  expect(stderr).toMatch(/^\/nowhere\/node is no Node\.js: /);
  expect(status).toBe(1);
});

test('every benchmark runs on Node.js 24', () => {
  const benchmarks = Object.entries<string>(manifest.scripts).filter(([name]) => name.startsWith('bench'));
  expect(benchmarks.length).toBeGreaterThan(4);
  for (const [name, command] of benchmarks) expect(command, name).toMatch(/ && node scripts\/node24\.mjs /);
});

// npm puts the commands of dependencies before those of the machine: all scripts would run on it.
test('no dependency has a command named node', () => {
  const { packages } = JSON.parse(readFileSync(file('package-lock.json'), 'utf8'));
  const named = Object.entries<{ bin?: object }>(packages).filter(([, { bin }]) => bin && 'node' in bin);
  expect(named.map(([path]) => path)).toEqual([]);
});
