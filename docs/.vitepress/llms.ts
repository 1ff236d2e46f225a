// The pages for language models: a list of all pages (llms.txt), and all of them in one text (llms-full.txt).
import { type groups as Groups, pageFacts, pageText } from './pages.ts';

const INTRODUCTION = `# Starbox

> A local Starknet node for tests and dapp development, in one npm package: JSON-RPC 0.10 over HTTP and WebSocket, exact Cairo execution, snapshots and clones in microseconds. It runs as a server (\`npx starbox\`), inside a process (\`Sandbox.create()\`), and in a browser.`;

/** The list of pages, each with its first sentence. */
export function llmsText(groups: typeof Groups): string {
  const sections = groups.map(({ title, pages }) => {
    const lines = pages.map(pageFacts).map(({ name, title: page, summary }) => {
      const sentence = /^.*?[.:](?= |$)/.exec(summary)?.[0] ?? summary;
      return `- [${page}](${name}.md): ${sentence}`;
    });
    return `## ${title}\n\n${lines.join('\n')}`;
  });
  return `${[INTRODUCTION, 'Every page is Markdown. [All of them in one file](llms-full.txt).', ...sections].join('\n\n')}\n`;
}

/** All pages in the order of the sidebar. */
export const llmsFullText = (groups: typeof Groups): string =>
  [INTRODUCTION, ...groups.flatMap(({ pages }) => pages.map(pageText))].join('\n\n---\n\n');
