import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { anchorOf } from '../../scripts/markdown.ts';
import { llmsFullText, llmsText } from './llms.ts';
import { groups, pageFacts } from './pages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const base = process.env['DOCS_BASE'] ?? '/';

/** Files of the package that pages link to. */
const LINKED_FILES = ['contracts/l1/MockStarknetMessaging.sol'];

export default defineConfig({
  title: 'Starbox',
  description: 'A local Starknet node for tests and dapp development, in one npm package.',
  lang: 'en',
  base,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}icon.svg` }]],
  vite: { publicDir: join(root, 'ui/public'), logLevel: 'warn', build: { chunkSizeWarningLimit: 1000 } },
  markdown: {
    anchor: { slugify: anchorOf },
    config(markdown) {
      // Links to files beside the folder docs work in the package. The site has a copy of these files.
      const validate = markdown.normalizeLink;
      markdown.normalizeLink = (url) => validate.call(markdown, url.replace(/^\.\.\/contracts\//, `${base}contracts/`));
    },
  },
  // The start page is a list of pages in the package. On the site it also has a picture and buttons.
  transformPageData(page) {
    if (page.relativePath === 'index.md') page.frontmatter['layout'] = 'home';
  },
  themeConfig: {
    logo: '/icon.svg',
    search: { provider: 'local' },
    outline: { level: [2, 3] },
    nav: [
      { text: 'Start', link: '/start' },
      { text: 'Recipes', link: '/recipes' },
      { text: 'Reference', link: '/methods', activeMatch: '/(methods|errors|options|limits|api)' },
      { text: 'Playground', link: '/playground/', target: '_self' },
    ],
    sidebar: groups.map(({ title, pages }) => ({
      text: title,
      items: pages.map((name) => ({ text: pageFacts(name).title, link: `/${name}` })),
    })),
    docFooter: { prev: 'Previous', next: 'Next' },
  },
  // These are copied into the site.
  ignoreDeadLinks: [/^\/playground\//, /\/contracts\//],
  buildEnd({ outDir, srcDir }) {
    for (const { pages } of [...groups, { pages: ['index'] }])
      for (const name of pages) copyFileSync(join(srcDir, `${name}.md`), join(outDir, `${name}.md`));
    writeFileSync(join(outDir, 'llms.txt'), llmsText(groups));
    writeFileSync(join(outDir, 'llms-full.txt'), llmsFullText(groups));
    for (const file of LINKED_FILES.filter((path) => existsSync(join(root, path)))) {
      mkdirSync(dirname(join(outDir, file)), { recursive: true });
      copyFileSync(join(root, file), join(outDir, file));
    }
  },
});
