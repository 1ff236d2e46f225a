// Builds the page at /ui into dist/ui, if it is out of date. Usage: node scripts/build-ui.mjs [--force]
import { join } from 'node:path';
import { recordBundle } from './bundle-record.mjs';
import { newestTime, oldestTime, root } from './files.mjs';

const sources = ['ui', 'src', 'package-lock.json', 'scripts/build-ui.mjs', 'scripts/bundle-record.mjs'];
if (
  oldestTime([join(root, 'dist/ui/index.html'), join(root, 'build/bundled/ui.json')]) < newestTime(sources) ||
  process.argv.includes('--force')
) {
  process.stderr.write('Building the page …\n');
  const { build } = await import('vite');
  await build({
    configFile: join(root, 'ui/vite.config.ts'),
    logLevel: 'warn',
    plugins: [recordBundle('ui')],
    // The page, and the window of the wallet.
    build: { rolldownOptions: { input: [join(root, 'ui/index.html'), join(root, 'ui/wallet.html')] } },
  });
}
