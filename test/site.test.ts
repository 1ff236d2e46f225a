// The pages in docs/ as a whole: what links to what, and what the site is made from.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { llmsFullText, llmsText } from '../docs/.vitepress/llms.ts';
import { groups, listed, pageFacts } from '../docs/.vitepress/pages.ts';
import { anchorOf, anchorsOf, summaryOf, withoutCode } from '../scripts/markdown.ts';
import { skipUnless } from './support/skipUnless.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const docs = join(root, 'docs');
const pages = readdirSync(docs).filter((name) => name.endsWith('.md'));
const documents = [
  ...pages.map((name) => join(docs, name)),
  ...['README.md', 'CHANGELOG.md'].map((name) => join(root, name)),
];
const isBuilt = skipUnless(existsSync(join(docs, 'options.md')), 'docs/options.md is not built; run npm run build');

const cache = new Map<string, ReadonlySet<string>>();
function anchors(file: string): ReadonlySet<string> {
  let found = cache.get(file);
  if (!found) cache.set(file, (found = anchorsOf(readFileSync(file, 'utf8'))));
  return found;
}

/** Links of a document to files and anchors, with the reason why each of them leads nowhere. */
function deadLinks(file: string): string[] {
  const dead: string[] = [];
  for (const [, target] of withoutCode(readFileSync(file, 'utf8')).matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^(?:https?|mailto):/.test(target!)) continue;
    const [path, anchor] = target!.split('#');
    const linked = path === '' ? file : join(dirname(file), path!);
    if (!existsSync(linked)) dead.push(`${relative(root, file)}: ${target} does not exist`);
    else if (anchor && linked.endsWith('.md') && !anchors(linked).has(anchor))
      dead.push(`${relative(root, file)}: ${target} has no such heading`);
  }
  return dead;
}

describe.runIf(isBuilt)('the pages', () => {
  test('have no dead links', () => {
    expect(documents.flatMap(deadLinks)).toEqual([]);
  });

  test('are all in the sidebar, and the start page links to those that have a place there', () => {
    const shown = groups.flatMap((group) => group.pages.map((name) => `${name}.md`));
    expect([...shown, 'index.md'].sort()).toEqual([...pages].sort());
    const start = readFileSync(join(docs, 'index.md'), 'utf8');
    const placed = listed.flatMap((group) => group.pages.map((name) => `${name}.md`));
    expect(placed.filter((name) => !start.includes(`](${name})`))).toEqual([]);
  });

  test('have a title, and a first paragraph for the list of pages', () => {
    for (const { name, title, summary } of groups.flatMap((group) => group.pages.map(pageFacts))) {
      expect(title, name).toMatch(/^[A-Z]/);
      expect(summary, name).toMatch(/^\S.{10,}/);
    }
    expect(llmsText(groups)).toContain('- [Start](start.md): Five minutes');
    expect(llmsFullText(groups)).toContain('# Recipes');
  });

  test('name nothing on other hosts that a browser would load', () => {
    // Blocks of code are text on the site.
    for (const file of documents)
      expect(readFileSync(file, 'utf8').replace(/^```.*?^```$/gms, '')).not.toMatch(
        /!\[[^\]]*\]\(https?:|<(?:img|script|link)\b/,
      );
  });
});

describe('Markdown', () => {
  test('gives headings the anchors of GitHub', () => {
    expect(anchorOf('Error -32700')).toBe('error--32700');
    expect(anchorOf('starknet.js without waiting')).toBe('starknetjs-without-waiting');
    expect([...anchorsOf('# A\n## B `c`\n```sh\n# no heading\n```\n## B c\n')]).toEqual(['a', 'b-c', 'b-c-1']);
  });

  test('takes the first paragraph as the summary', () => {
    expect(summaryOf('# A\n\n<!-- Written by hand. -->\n\nTwo [links](b.md)\nand `code`.\n\nMore.\n')).toBe(
      'Two links and code.',
    );
    expect(summaryOf('# A\n\n## B\n')).toBe('');
  });
});
