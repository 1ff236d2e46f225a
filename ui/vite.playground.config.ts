// The playground: the same page as static files, over a sandbox in a worker. Written to dist-playground.
import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig, type Plugin } from 'vite';
import page from './vite.config.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The worker takes the library as it is published, with the kernel in it. */
const builtLibrary: Plugin = {
  name: 'built-library',
  enforce: 'pre',
  resolveId: (source) => (source.endsWith('/src/browser.ts') ? path('../dist/browser.js') : null),
};

export default mergeConfig(
  page,
  defineConfig({
    mode: 'playground',
    root: path('./playground'),
    // Relative, so that it works in any folder of a site.
    base: './',
    publicDir: path('./public'),
    build: { outDir: path('../dist-playground') },
    worker: { format: 'es', plugins: () => [builtLibrary] },
  }),
);
