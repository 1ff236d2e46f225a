// The playground: the same page as static files, over a sandbox in a worker. Written to dist-playground.
import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig } from 'vite';
import page from './vite.config.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export default mergeConfig(
  page,
  defineConfig({
    mode: 'playground',
    root: path('./playground'),
    // Relative, so that it works in any folder of a site.
    base: './',
    publicDir: path('./public'),
    build: { outDir: path('../dist-playground') },
    // The kernel is part of the worker: it has no plugins of the page.
    worker: { format: 'es' },
  }),
);
