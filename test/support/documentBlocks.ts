// The blocks of code in README.md and docs/, by what is to be done with them. The first line of a block says it:
//   ```ts                     a program; on the pages of SEQUENCES, the next part of the page's program
//   ```sh                     commands
//   ```ts vitest              a test file for this test runner, which an example in examples/ runs
//   ```sh fragment: reason    is not run, for this reason
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listed } from '../../docs/.vitepress/pages.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface DocumentBlock {
  /** Where it begins, such as `docs/start.md:7`. */
  readonly place: string;
  readonly page: string;
  readonly language: 'js' | 'sh' | 'python';
  readonly isTypeScript: boolean;
  /** A test runner, `fragment`, or nothing. */
  readonly use: string;
  /** Why a fragment is not run. */
  readonly reason: string;
  readonly code: string;
}

/** Pages whose programs continue from one block to the next. */
const SEQUENCES = new Set([
  'docs/library.md',
  'docs/recipes.md',
  'docs/contracts.md',
  'docs/market.md',
  'docs/paymaster.md',
  'docs/sessions.md',
  'docs/indexers.md',
]);
/** Pages that are written from the code. Their blocks are types, and the examples that editors show. */
const GENERATED = new Set(['docs/api.md', 'docs/methods.md', 'docs/options.md', 'docs/errors.md']);

const LANGUAGES: Readonly<Record<string, DocumentBlock['language']>> = {
  ts: 'js',
  js: 'js',
  sh: 'sh',
  bash: 'sh',
  py: 'python',
  python: 'python',
};

function blocksOf(page: string): DocumentBlock[] {
  const text = readFileSync(join(root, page), 'utf8').replaceAll('\r\n', '\n');
  const blocks = [...text.matchAll(/^```(\w+)(?: ([\w-]+)(?:: (.*))?)?\n([\s\S]*?)^```$/gm)].flatMap((match) => {
    const [, word, use = '', reason = '', code] = match;
    const language = LANGUAGES[word!];
    if (!language) return [];
    const place = `${page}:${text.slice(0, match.index).split('\n').length}`;
    return [{ place, page, language, isTypeScript: word === 'ts', use, reason, code: code! }];
  });
  if (!SEQUENCES.has(page)) return blocks;
  const parts = blocks.filter(({ language, use }) => language === 'js' && use === '');
  const program = { ...parts[0]!, code: parts.map(({ code }) => code).join('\n') };
  return [program, ...blocks.filter((block) => !parts.includes(block))];
}

/** Every block that is a program, a test, or commands. */
export const documentBlocks: readonly DocumentBlock[] = [
  'README.md',
  'docs/index.md',
  ...listed.flatMap(({ pages }) => pages.map((name) => `docs/${name}.md`)),
]
  .filter((page) => !GENERATED.has(page))
  .flatMap(blocksOf);

/**
 * The texts that a program says it prints, in `console.log(…); // text` and `// text, then text`. Undefined if it prints something that it does
 * not say.
 */
export function expectedPrints(code: string): readonly string[] | undefined {
  const said = [...code.matchAll(/console\.log\(.*?\/\/ (.*)$/gm)];
  if (said.length < code.split('console.log(').length - 1) return undefined;
  return said.flatMap(([, text]) => text!.split(', then '));
}
