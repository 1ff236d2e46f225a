import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { optionNames } from '../src/options/options.ts';

const root = new URL('../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const manifest = JSON.parse(read('package.json'));
const workflows = ['.github/workflows/test.yml', '.github/workflows/release.yml'].map(read);

describe('the container, the action and the workflows', () => {
  test('use only options that the command has', () => {
    for (const text of [read('Dockerfile'), read('action.yml')]) {
      const used = [...text.matchAll(/starbox"?,? (?:"?--([a-z-]+)"?)/g)].map(([, name]) => name!);
      expect(used).not.toEqual([]);
      for (const name of used) expect(optionNames).toContain(name);
    }
  });

  test('do not run as root and ask for a route that the server has', () => {
    expect(read('Dockerfile')).toMatch(/^USER node$/m);
    for (const text of [read('Dockerfile'), read('action.yml')]) expect(text).toContain('/is_alive');
    expect(read('src/server/http.ts')).toContain("'/is_alive'");
  });

  test('test the oldest version of Node.js that the package promises', () => {
    const [, oldest] = /(\d+)/.exec(manifest.engines.node)!;
    expect(workflows[0]).toContain(`node: [${oldest}, `);
  });

  test('run scripts and tests that exist', () => {
    for (const [, name] of workflows.join().matchAll(/npm run ([\w:]+)/g))
      expect(manifest.scripts).toHaveProperty([name!]);
    for (const [, paths] of workflows.join().matchAll(/vitest run (.*)/g))
      for (const path of paths!.split(' ')) expect(existsSync(new URL(path, root)), path).toBe(true);
  });
});
