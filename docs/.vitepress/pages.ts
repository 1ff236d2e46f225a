// The pages of the site in the order of its sidebar. Examples of the pages that are listed here are run by a test. Other pages are in the last group but
// one.
import { readdirSync, readFileSync } from 'node:fs';
import { summaryOf, titleOf } from '../../scripts/markdown.ts';

interface Group {
  readonly title: string;
  readonly pages: readonly string[];
}

export const listed: readonly Group[] = [
  {
    title: 'Get started',
    pages: [
      'start',
      'migrating',
      'coming-from-snforge',
      'coming-from-hardhat',
      'coming-from-foundry',
      'recipes',
      'troubleshooting',
    ],
  },
  {
    title: 'Tests',
    pages: [
      'testing',
      'invariants',
      'wallet',
      'explore',
      'suites',
      'ci',
      'library',
      'contracts',
      'typed-contracts',
      'browser',
    ],
  },
  {
    title: 'The chain',
    pages: ['controls', 'forking', 'messaging', 'l1', 'faults', 'paymaster', 'sessions', 'indexers'],
  },
  {
    title: 'Understand',
    pages: [
      'debugging',
      'debugger',
      'explorer',
      'profiling',
      'gas',
      'coverage',
      'mutants',
      'replay',
      'watch',
      'agents',
    ],
  },
  {
    title: 'Run',
    pages: [
      'configuration',
      'commands',
      'websocket',
      'logging',
      'metrics',
      'security',
      'versions',
      'proofs',
      'market',
      'gateway',
      'mempool',
      'compiler',
    ],
  },
  {
    title: 'Reference',
    pages: ['methods', 'errors', 'options', 'limits', 'api', 'deviations', 'performance', 'releases'],
  },
];

const known = new Set(['index', ...listed.flatMap(({ pages }) => pages)]);
const others = readdirSync(new URL('..', import.meta.url))
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.slice(0, -3))
  .filter((name) => !known.has(name));

/** All pages by group. */
export const groups: readonly Group[] = [
  ...listed.slice(0, -1),
  ...(others.length > 0 ? [{ title: 'More', pages: others }] : []),
  listed.at(-1)!,
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
