// Checks that layers only import from layers below them, and that node: modules are imported only in their folders (ARCHITECTURE.md).
import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { filesBelow, root } from './files.mjs';

// For each folder, the folders directly below it. Imports from folders below those are allowed too.
const below = {
  index: ['library', 'libraryNode', 'sierra'],
  browser: ['library'],
  libraryNode: ['library', 'server'],
  library: ['sandbox', 'options'],
  cli: ['server', 'platform', 'options', 'sierra'],
  server: ['sandbox'],
  sandbox: ['rpc'],
  rpc: ['chain', 'fork', 'l1'],
  fork: ['chain'],
  l1: ['chain'],
  chain: ['execution'],
  execution: ['classes', 'state'],
  classes: ['sierra', 'cairo', 'abi'],
  state: ['classes'],
  sierra: ['cairo'],
  cairo: ['felt'],
  abi: ['felt', 'text'],
  options: ['protocol'],
  felt: ['protocol'],
  platform: ['felt'],
  protocol: ['json', 'async'],
  json: [],
  text: [],
  async: [],
};
const nodeAllowed = new Set(['server', 'cli', 'platform', 'libraryNode']);

const reach = (folder, seen = new Set()) => {
  for (const next of below[folder] ?? []) if (!seen.has(next)) reach(next, seen.add(next));
  return seen;
};
const layerOf = (file) => {
  const parts = relative(join(root, 'src'), file).split(sep);
  return parts.length > 1 ? parts[0] : parts[0].replace(/\.ts$/, '');
};

const IMPORT = /(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g;
let wrong = 0;
const complain = (file, text) => {
  wrong++;
  console.error(`${relative(root, file)}: ${text}`);
};
for (const file of filesBelow('src')) {
  if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
  const layer = layerOf(file);
  if (!(layer in below)) complain(file, `the folder ${layer} is not in the list of layers (scripts/check-layers.mjs)`);
  const allowed = reach(layer);
  for (const [, target] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    if (target.startsWith('node:')) {
      if (!nodeAllowed.has(layer))
        complain(file, `imports ${target}; node: modules may be imported only in ${[...nodeAllowed].join(', ')}`);
    } else if (target.startsWith('.')) {
      const path = join(dirname(file), target);
      if (relative(join(root, 'src'), path).startsWith('..')) continue; // data of the package: contracts/, package.json
      const other = layerOf(path);
      if (other !== layer && !allowed.has(other))
        complain(file, `imports ${target}, but ${layer} may not import from ${other}`);
    }
  }
}
if (wrong) {
  console.error(`${wrong} ${wrong === 1 ? 'import goes' : 'imports go'} the wrong way`);
  process.exit(1);
}
console.log('layers: every import goes downwards');
