import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { uiFiles } from './uiFiles.ts';

const folder = mkdtempSync(join(tmpdir(), 'starbox-ui-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('without an explorer there is nothing to serve', () => {
  expect(uiFiles(join(folder, 'nope'))).toBeUndefined();
});

test('pages give the index, assets themselves, and nothing else is there', () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<title>x</title>');
  writeFileSync(join(folder, 'assets/a-1.js'), 'x');
  writeFileSync(join(folder, 'assets/logo.xyz'), 'x');
  const find = uiFiles(folder)!;
  for (const path of ['/ui', '/ui/', '/ui/index.html', '/ui//x', '/ui/blocks/1'])
    expect(find(path)).toMatchObject({ type: 'text/html; charset=utf-8', cache: 'no-cache' });
  expect(find('/ui/assets/a-1.js')).toMatchObject({ type: 'text/javascript; charset=utf-8' });
  expect(find('/ui/assets/a-1.js')?.cache).toContain('immutable');
  expect(find('/ui/assets/logo.xyz')?.type).toBe('application/octet-stream');
  for (const path of [
    '/ui/b.js',
    '/ui/../package.json',
    '/ui/%2e%2e/a.js',
    '/ui/..%5ca.js',
    '/ui/assets/../index.html',
  ])
    expect(find(path)).toBeUndefined();
});
