// The pages of the site in the order of its sidebar. A test checks that every page is here.
import { readFileSync } from 'node:fs';
import { summaryOf, titleOf } from '../../scripts/markdown.ts';

export const groups: readonly { readonly title: string; readonly pages: readonly string[] }[] = [
  { title: 'Get started', pages: ['start', 'migrating', 'recipes'] },
  { title: 'Tests', pages: ['testing', 'library', 'contracts'] },
  { title: 'The chain', pages: ['controls', 'forking', 'messaging'] },
  { title: 'Understand', pages: ['debugging', 'page', 'watch'] },
  { title: 'Run', pages: ['configuration', 'commands', 'websocket', 'logging', 'metrics', 'security', 'compiler'] },
  {
    title: 'Reference',
    pages: ['methods', 'errors', 'options', 'api', 'deviations', 'performance', 'releases'],
  },
];

/** The text of a page. */
export const pageText = (name: string): string => readFileSync(new URL(`../${name}.md`, import.meta.url), 'utf8');

export interface PageFacts {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
}

/** What the site says of a page elsewhere. */
export function pageFacts(name: string): PageFacts {
  const text = pageText(name);
  return { name, title: titleOf(text), summary: summaryOf(text) };
}
