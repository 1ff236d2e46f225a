import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { helpText, topicPages, topics, topicText } from './help.ts';

const root = join(import.meta.dirname, '../../..');

test('every topic has its page, with its heading', () => {
  expect(Object.keys(topicPages).sort()).toEqual([...topics].sort());
  for (const topic of topics) {
    const [, file, anchor] = /\nMore: ([^#\n]+)(?:#(.*))?\n$/.exec(topicText(topic))!;
    const headings = readFileSync(join(root, file!), 'utf8').match(/^## .*$/gm)!;
    const anchors = headings.map((line) =>
      line
        .slice(3)
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .replace(/\s/g, '-'),
    );
    if (anchor !== undefined) expect(anchors).toContain(anchor);
  }
});

test('help names the file of a page, and explains an error by its code', () => {
  expect(topicText('testing')).toBe(`Testing: ${join(root, 'docs/testing.md')}\n`);
  expect(topicText('error-41')).toMatch(/^## Error 41\n.*What to do: .*\nMore: .*docs.errors\.md\n$/s);
  expect(topicText('error--32602')).toContain('**Invalid params**');
  expect(() => topicText('error-7777')).toThrow("there is no help for 'error-7777'");
  expect(() => topicText('../package')).toThrow('there is no help for');
});

test('the pages that --help names exist', () => {
  const named = [...helpText().matchAll(/docs\/\w+\.md/g)].map(([path]) => path);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
