// Builds the documentation site into docs/.vitepress/dist, with the playground in it.
//   node scripts/build-docs.mjs [--no-playground]     DOCS_BASE=/path/ if the site is not at the root of its host
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { newestTime, oldestTime, root } from './files.mjs';

const site = join(root, 'docs/.vitepress/dist');
const playground = join(root, 'dist-playground');

console.log('Building the pages …');
const { build } = await import('vitepress');
await build(join(root, 'docs'));

if (!process.argv.includes('--no-playground')) {
  if (oldestTime([join(playground, 'index.html')]) < newestTime(['ui', 'dist'])) {
    console.log('Building the playground …');
    const vite = await import('vite');
    await vite.build({ configFile: join(root, 'ui/vite.playground.config.ts'), logLevel: 'warn' });
  }
  rmSync(join(site, 'playground'), { recursive: true, force: true });
  cpSync(playground, join(site, 'playground'), { recursive: true });
}
console.log(`The site is in ${site}${existsSync(join(site, 'playground')) ? '' : ', without the playground'}.`);
