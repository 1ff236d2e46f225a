import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The page signs a transaction now and then: the plain hashes and curves are enough, and the kernel of 100 kB stays out. */
const plainCrypto: Plugin = {
  name: 'plain-crypto',
  enforce: 'pre',
  resolveId: (source) =>
    source.endsWith('/currentBackend.ts') ? path('./src/data/transactions/plainCrypto.ts') : null,
};

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
            {
              name: 'tools',
              test: /ui[\\/]src[\\/](?:data|parts)[\\/]methods[\\/]/,
              priority: 3,
            },
            // The classes screen declares files, for which it needs no ABI and no signature.
            {
              name: 'contracts',
              test: /src[\\/](?:abi|library|execution|felt)[\\/]|ui[\\/]src[\\/](?:data|parts)[\\/](?:contracts|transactions)[\\/](?!declare\.ts)/,
              priority: 2,
            },
            {
              name: 'shared',
              test: /ui[\\/]src[\\/](?:parts|data|routing|transport)[\\/]|preact|src[\\/](?:json|text)[\\/]/,
              priority: 1,
            },
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
