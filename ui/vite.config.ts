import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, normalizePath, type Plugin } from 'vite';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The page signs a transaction now and then: the plain hashes and curves are enough, and the kernel of 100 kB stays out. */
const plainCrypto: Plugin = {
  name: 'plain-crypto',
  enforce: 'pre',
  resolveId: (source) =>
    source.endsWith('/currentBackend.ts') ? path('./src/data/transactions/plainCrypto.ts') : null,
};

/** Whether a module is in one of some folders, which exist. */
function within(...folders: readonly string[]): (id: string) => boolean {
  const paths = folders.map((folder) => `${normalizePath(path(folder))}/`);
  for (const each of paths)
    if (!existsSync(each)) throw new Error(`${each}: there is no such folder (ui/vite.config.ts)`);
  return (id) => paths.some((each) => normalizePath(id).startsWith(each));
}

const isOfBothPages = within(
  ...['src/parts', 'src/data', 'src/routing', 'src/transport'],
  ...['../src/json', '../src/text', '../node_modules/preact'],
);
/** The helper that loads further chunks is in it too: in that of the explorer, the window of the wallet would run the explorer for it. */
const isShared = (id: string): boolean => isOfBothPages(id) || id.includes('vite/preload-helper');

export default defineConfig({
  root: path('.'),
  base: '/ui/',
  plugins: [plainCrypto],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: path('../dist/ui'),
    emptyOutDir: true,
    target: 'es2022',
    // The first versions with light-dark() for colours.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      // It warns on slow machines how much of the time was spent in plugins.
      checks: { bundlerTimings: false },
      output: {
        // Without groups, every part that two screens share would be a file and a request of its own.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // Only the tools need the list of methods.
            { name: 'tools', test: within('src/data/methods', 'src/parts/methods'), priority: 3 },
            // Only the screens about gas and coverage need these, and the debugger some of them.
            {
              name: 'measures',
              test: within('src/data/profile', 'src/data/coverage', 'src/parts/measures', '../src/tools'),
              priority: 3,
            },
            {
              name: 'share',
              test: (id) => /\/ExportDialog\.tsx$|\/momentLink\.ts$/.test(normalizePath(id)),
              priority: 3,
            },
            {
              name: 'contracts',
              test: within(
                ...['../src/abi', '../src/library', '../src/execution', '../src/felt'],
                ...['src/data/contracts', 'src/data/transactions', 'src/parts/contracts'],
              ),
              priority: 2,
            },
            { name: 'shared', test: isShared, priority: 1 },
          ],
        },
      },
    },
  },
  // `npm run dev:ui` shows the page with the node at the usual address.
  server: {
    proxy: { '/rpc': 'http://127.0.0.1:5050', '/ws': { target: 'ws://127.0.0.1:5050', ws: true } },
  },
});
