import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Sandbox } from '../src/index.ts';
import { errors } from '../src/protocol/errors.ts';
import { methods } from '../src/rpc/methods/index.ts';
import { isBuilt } from './support/build.ts';

const text = readFileSync(new URL('../docs/controls.md', import.meta.url), 'utf8');
const rows = new Map(
  [...text.matchAll(/^\| `(\w+)` \|.*\| `(\{.*\})` \|$/gm)].map(([, name, params]) => [name!, JSON.parse(params!)]),
);

describe('docs/methods.md and docs/errors.md', () => {
  test('are what `npm run reference` writes', () => {
    const script = ['scripts/run.mjs', 'scripts/build-reference.ts', '--check'];
    const cwd = new URL('..', import.meta.url);
    const { status, stderr } = spawnSync(process.execPath, script, { cwd, encoding: 'utf8' });
    // The compiler that it asks for types may write a line when it is closed, so what counts is the status.
    expect(status, stderr).toBe(0);
  });
});

test('docs/errors.md has a heading for every code', () => {
  const page = readFileSync(new URL('../docs/errors.md', import.meta.url), 'utf8');
  for (const { code, message } of Object.values(errors)) expect(page).toContain(`## Error ${code}\n\n**${message}**`);
});

test('docs/websocket.md has every subscription', () => {
  const page = readFileSync(new URL('../docs/websocket.md', import.meta.url), 'utf8');
  for (const { name, group, kind } of methods.values())
    if (kind === 'subscription') expect(page).toContain(`\`${group === 'chain' ? 'starknet' : 'devnet'}_${name}\``);
});

describe('docs/controls.md', () => {
  test('has every sandbox method, and no other', () => {
    const expected = [...methods.values()].filter(({ group, kind }) => group === 'sandbox' && kind !== 'subscription');
    expect([...rows.keys()].sort()).toEqual(expected.map(({ name }) => name).sort());
  });

  test('has examples that are valid in both dialects', async () => {
    for (const dialect of ['devnet', 'sandbox']) {
      const box = await Sandbox.create({ seed: 1, accounts: 1, stateArchiveCapacity: 'full' });
      for (const [name, params] of rows) {
        const code = await box.request<unknown>(`${dialect}_${name}`, params).then(
          () => 0,
          (error: { code: number }) => error.code,
        );
        expect(code, `${name} ${JSON.stringify(params)}`).toBeGreaterThan(-32600);
      }
      box.close();
    }
  });
});

describe('ARCHITECTURE.md', () => {
  const root = new URL('../', import.meta.url);
  const architecture = readFileSync(new URL('ARCHITECTURE.md', root), 'utf8');

  test.runIf(isBuilt)('names only files and folders that exist', () => {
    const missing: string[] = [];
    for (const line of architecture.split('\n')) {
      // A name without a folder belongs to the folder that was named before it.
      let folder = '';
      for (const [, path] of line.matchAll(/`([\w./-]+(?:\.(?:ts|mjs|md)|\/[\w-]*))`/g)) {
        const full = /^(?:src|kernel|scripts|contracts|conformance|attack|docs|dist|test)\//.test(path!)
          ? path!
          : `${folder}${path}`;
        if (!full.includes('NAME') && !existsSync(new URL(full, root))) missing.push(full);
        if (full !== `${folder}${path}` || folder === '') folder = full.replace(/[^/]*$/, '');
      }
    }
    expect(missing).toEqual([]);
  });

  test('names every folder under src', () => {
    const folders = readdirSync(new URL('src', root), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    const picture = architecture.split('```')[1]!;
    expect(folders.filter((name) => !new RegExp(`\\b${name}\\b`).test(picture))).toEqual([]);
  });
});
