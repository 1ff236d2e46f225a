import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { didYouMean } from './didYouMean.ts';

test('a question names what was probably meant', () => {
  expect(didYouMean('transfr', ['mint', 'transfer'])).toBe('Did you mean transfer?');
  expect(didYouMean('nothing_like_it', ['mint', 'transfer'])).toBe('');
  expect(didYouMean('nothing_like_it', ['mint'], 'It has mint.')).toBe('It has mint.');
});

test('the words of the question stand in one file', () => {
  const root = join(import.meta.dirname, '../..');
  const files = ['src', 'ui/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  );
  const sources = files.filter((path) => /\.tsx?$/.test(path) && !/\.test(?:-d)?\.ts$/.test(path));
  expect(sources.length).toBeGreaterThan(500);
  const asking = sources.filter((path) =>
    /(?:did|do) you mean|you meant|maybe you want/i.test(readFileSync(join(root, path), 'utf8')),
  );
  expect(asking.map((path) => path.replaceAll('\\', '/'))).toEqual(['src/text/didYouMean.ts']);
});
