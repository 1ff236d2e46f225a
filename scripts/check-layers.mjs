// Checks the rules of ARCHITECTURE.md about imports, words and sizes:
// - a layer imports only from layers below it, and node: modules only in their folders;
// - no files import each other in a circle, types included;
// - the inner folders of a layer are entered only by the layers that its door lists;
// - below rpc and in platform there is no method name, dialect, command-line option, JSON-RPC code, port, block tag or field of a request;
// - the page in ui/src has layers of its own, and uses only the small layers of src, and types;
// - no file that people write has more than 400 lines;
// - every file and folder that a list here names exists.
// Usage: node scripts/check-layers.mjs [FOLDER] [--part], where FOLDER contains src; the package by default. With --part, the lists may name
// what the folder lacks.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { root as packageRoot } from './files.mjs';

// Each folder names what lies directly below it; what those may use, it may use too.
const below = {
  index: ['library', 'libraryNode', 'sierra'],
  vite: ['contractTypes'],
  browser: ['library'],
  starknet: ['library'],
  playwright: ['testing'],
  testing: ['libraryNode'],
  libraryNode: ['wallet', 'server', 'platform'],
  wallet: ['library', 'typedData'],
  library: ['sandbox', 'options'],
  cli: ['mcp', 'library', 'libraryNode', 'wallet', 'server', 'platform', 'options', 'sierra', 'contractTypes'],
  mcp: ['library', 'platform'],
  contractTypes: ['abi', 'platform'],
  server: ['sandbox'],
  sandbox: ['paymaster'],
  paymaster: ['rpc'],
  rpc: ['tools', 'fork', 'l1evm', 'stateFile', 'gateway', 'faults'],
  tools: ['chain'],
  fork: ['chain'],
  l1evm: ['l1', 'text'],
  l1: ['chain'],
  stateFile: ['chain'],
  gateway: ['chain'],
  faults: ['protocol', 'text', 'random'],
  chain: ['market', 'commitment', 'mempool'],
  market: ['execution'],
  mempool: ['execution', 'text'],
  commitment: ['state'],
  execution: ['classes', 'state'],
  classes: ['sierra', 'cairo', 'abi'],
  state: ['classes'],
  sierra: ['cairo'],
  cairo: ['felt'],
  abi: ['felt', 'text'],
  options: ['rpc'],
  typedData: ['abi'],
  felt: ['protocol'],
  platform: ['felt', 'text'],
  protocol: ['json', 'async', 'budget', 'random'],
  json: [],
  text: [],
  async: [],
  budget: [],
  random: [],
};
const nodeAllowed = new Set(['server', 'cli', 'platform', 'libraryNode', 'contractTypes', 'vite', 'mcp']);

// The inner folders that other layers may import from, and which layers. All other inner folders belong to their layer alone.
const doors = {
  'cairo/cairo0': ['classes'],
  'cairo/walk': ['tools'],
  'cairo/wasm': ['chain'],
  'chain/draft': ['rpc', 'sandbox'],
  'chain/genesis': ['stateFile', 'tools', 'fork', 'rpc', 'sandbox', 'library', 'cli', 'paymaster'],
  'chain/run': ['gateway', 'stateFile', 'tools', 'l1', 'l1evm', 'rpc', 'sandbox', 'server', 'cli'],
  'chain/value': [
    'stateFile',
    'tools',
    'fork',
    'l1',
    'l1evm',
    'rpc',
    'sandbox',
    'server',
    'cli',
    'library',
    'testing',
    'paymaster',
    'mcp',
  ],
  'execution/calls': ['tools'],
  'execution/errors': ['rpc'],
  'execution/gas': ['tools', 'chain', 'rpc'],
  'execution/hash': [
    'gateway',
    'tools',
    'chain',
    'l1',
    'rpc',
    'server',
    'cli',
    'library',
    'starknet',
    'paymaster',
    'wallet',
  ],
  'execution/phases': ['tools'],
  'execution/syscalls': ['tools'],
  'felt/plain': ['abi', 'cairo'],
  'library/comparing': ['testing'],
  'library/contracts': ['testing', 'cli'],
  'library/controls': ['cli'],
  'library/files': ['cli', 'libraryNode', 'mcp'],
  'library/options': ['testing', 'mcp', 'wallet'],
  'library/requests': ['starknet', 'testing', 'cli', 'wallet', 'mcp'],
  'library/sending': ['starknet', 'cli', 'wallet', 'mcp'],
  'libraryNode/mutants': ['testing', 'cli'],
  'rpc/decode': ['starknet', 'paymaster'],
  'rpc/faults': ['sandbox', 'server', 'library', 'cli'],
  'rpc/format': ['sandbox', 'library', 'cli', 'starknet', 'paymaster', 'wallet', 'mcp'],
  'rpc/journal': ['sandbox', 'cli', 'library'],
  'rpc/methods': ['sandbox', 'cli', 'libraryNode', 'mcp'],
  'rpc/record': ['options', 'cli', 'library', 'mcp'],
  'rpc/replay': ['cli'],
  'rpc/replay/range': ['cli'],
  'rpc/spec': ['sandbox', 'server'],
  'rpc/subscriptions': ['sandbox'],
  'sandbox/watch': ['server', 'cli', 'library', 'libraryNode'],
  'server/boxes': ['cli'],
  'server/log': ['cli', 'libraryNode'],
  'server/metrics': ['cli'],
  'sierra/casm': ['tools'],
  'sierra/check': ['tools'],
  'sierra/class': ['gateway', 'stateFile', 'tools', 'classes', 'chain', 'fork', 'rpc', 'cli', 'starknet', 'wallet'],
  'sierra/hash': ['classes', 'chain', 'fork', 'cli', 'starknet', 'wallet'],
  'sierra/types': ['tools'],
  'tools/coverage': ['rpc', 'library', 'testing', 'cli', 'mcp'],
  'tools/debug': ['rpc', 'library', 'cli'],
  'tools/explain': ['rpc', 'server', 'library', 'testing', 'cli'],
  'tools/find': ['rpc'],
  'tools/gas': ['rpc', 'library', 'testing', 'cli'],
  'tools/mutants': ['libraryNode', 'testing', 'cli'],
  'tools/names': ['rpc', 'sandbox', 'server', 'library', 'cli'],
  'tools/overrides': ['rpc'],
  'tools/profile': ['rpc', 'library', 'cli', 'mcp'],
  'tools/replay': ['rpc'],
  'tools/share': ['rpc'],
  'tools/storage': ['rpc', 'sandbox', 'library', 'cli'],
};

// The layers of the page, and the folders of src that each may use. Types may come from anywhere.
const pageBelow = {
  main: ['app'],
  playground: ['app'],
  wallet: ['parts'],
  app: ['screens'],
  screens: ['parts'],
  parts: ['data', 'routing'],
  data: ['transport'],
  routing: [],
  transport: [],
};
const pageUses = {
  // The library for browsers.
  playground: ['', 'classes', 'library', 'stateFile', 'tools'],
  transport: ['json'],
  data: ['abi', 'felt', 'felt/plain', 'json', 'library', 'library/sending', 'text', 'tools/profile'],
  parts: ['text', 'abi'],
  screens: ['abi', 'felt', 'tools/debug'],
};

// Words that only rpc and the layers above it know. `inStrings` looks at string literals alone: `--x` is also an operator. `allowed`
// lists the files that may use them.
const words = [
  // A hash and a field of headers have names like methods.
  { what: 'a method name', pattern: /\b(?:devnet|sandbox)_\w*|\bstarknet_(?!(?:keccak|version)\b)[a-z]\w*/g },
  {
    what: 'a command-line option',
    pattern: /(?<![\w-])--[a-z][a-z0-9-]*/g,
    inStrings: true,
  },
  {
    what: 'a JSON-RPC code',
    pattern: /-32\d{3}\b/g,
    // The table of error codes, and the client of an origin, which reads the codes of another node.
    allowed: ['protocol/errors.ts', 'fork/originClient.ts'],
  },
  { what: 'a port', pattern: /\b5050\b/g },
  {
    what: 'a block tag',
    pattern: /\b(?:pre_confirmed|l1_accepted)\b/g,
    inStrings: true,
    // The client of an origin.
    allowed: ['fork/remoteOrigin.ts'],
  },
  {
    what: 'a field of a request',
    // Paths of Cairo have such names too: `core::starknet::class_hash::ClassHash`.
    pattern:
      /(?<!::)\b(?:block_(?:id|number|hash)|state_diff|storage_(?:diffs|entries)|deployed_contracts|(?:replaced|declared)_classes|deprecated_declared_classes|(?:compiled_)?class_hash|(?:contract|sender)_address|resource_bounds|max_(?:amount|price_per_unit)|l[12]_(?:data_)?gas)\b(?!::)/g,
    inStrings: true,
    // Messages of the specification, texts of the network that clients compare, and classes whose functions have such parameters.
    allowed: [
      'classes/classTexts.generated.ts',
      'execution/errors/debugText.ts',
      'execution/phases/bouncer.ts',
      'execution/phases/preValidation.ts',
      'protocol/errors.ts',
    ],
  },
];

const given = process.argv.slice(2);
const isPart = given.includes('--part');
const root = given.find((word) => word !== '--part') ?? packageRoot;
const source = join(root, 'src');
const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.test.ts'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
const files = filesBelow(source);

const reach = (layer, table = below, seen = new Set()) => {
  for (const next of table[layer] ?? []) if (!seen.has(next)) reach(next, table, seen.add(next));
  return seen;
};
const belowRpc = reach('rpc').add('platform');
const layerOf = (file) => file.split('/')[0].replace(/\.tsx?$/, '');
const innerFolder = (file) => file.split('/').slice(0, -1).join('/');

let wrong = 0;
const complain = (file, text) => {
  wrong++;
  console.error(`src/${file}: ${text}`);
};

const MOST_LINES = 400;
const IMPORT = /(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g;
const graph = new Map();
for (const file of files) {
  const text = readFileSync(join(source, file), 'utf8');
  const layer = layerOf(file);
  if (!(layer in below)) complain(file, `the folder ${layer} is not in the list of layers (scripts/check-layers.mjs)`);
  const imports = [];
  for (const [, target] of text.matchAll(IMPORT))
    if (target.startsWith('node:')) {
      if (!nodeAllowed.has(layer))
        complain(file, `imports ${target}; node: modules belong to ${[...nodeAllowed].join(', ')}`);
    } else if (target.startsWith('.')) {
      const path = join(dirname(file), target).split(sep).join('/');
      if (path.startsWith('..')) continue; // data of the package: contracts/, package.json
      imports.push(path);
      checkImport(file, layer, target, path);
    }
  graph.set(file, imports);
  checkLength(file, text);
  if (belowRpc.has(layer)) checkWords(file, text);
}
for (const circle of circlesIn(graph)) complain(circle[0], `imports itself through ${circle.slice(1).join(', ')}`);

if (existsSync(join(root, 'ui/src'))) checkPage();
if (!isPart) checkLists();

if (wrong) {
  console.error(`${wrong} ${wrong === 1 ? 'fault' : 'faults'} in the layers`);
  process.exit(1);
}
console.log('layers: imports look downwards, without circles, through doors; lower layers use their own words');

function checkImport(file, layer, target, path) {
  const other = layerOf(path);
  if (other === layer) return;
  if (!reach(layer).has(other)) complain(file, `imports ${target}, but ${layer} may not look at ${other}`);
  const folder = innerFolder(path);
  if (folder.includes('/') && !doors[folder]?.includes(layer))
    complain(file, `imports ${target}, but src/${folder} is not open to ${layer} (doors in scripts/check-layers.mjs)`);
}

/** What the lists name must exist: a name that stays behind would allow a later file of that name what nobody meant to allow. */
function checkLists() {
  const folders = (list) => list.filter((folder) => folder !== '').map((folder) => `src/${folder}`);
  const layers = (table, start) =>
    Object.entries(table)
      .flat(2)
      .map((layer) => `${start}/${layer}`);
  const lists = {
    'the list of layers': layers(below, 'src'),
    nodeAllowed: folders([...nodeAllowed]),
    doors: folders(Object.entries(doors).flat(2)),
    'the list of layers of the page': layers(pageBelow, 'ui/src'),
    pageUses: folders(Object.values(pageUses).flat()).concat(Object.keys(pageUses).map((layer) => `ui/src/${layer}`)),
    ...Object.fromEntries(words.map(({ what, allowed = [] }) => [`the files that may name ${what}`, folders(allowed)])),
  };
  for (const [list, names] of Object.entries(lists))
    for (const name of new Set(names))
      if (!['', '.ts', '.tsx'].some((end) => existsSync(join(root, `${name}${end}`)))) {
        wrong++;
        console.error(`scripts/check-layers.mjs: ${list}: there is no ${name}; remove the name, or write the new one`);
      }
}

/** A longer file holds more than one idea. */
function checkLength(file, text) {
  const lines = text.split('\n').length - 1;
  if (lines > MOST_LINES && !file.includes('.generated.'))
    complain(file, `has ${lines} lines; a file has at most ${MOST_LINES}: split it by its ideas`);
}

/** The rules of the page. */
function checkPage() {
  const page = join(root, 'ui/src');
  for (const file of filesBelow(page)) {
    const layer = layerOf(file);
    const fail = (text) => complain(`../ui/src/${file}`, text);
    if (!(layer in pageBelow)) fail(`the folder ${layer} is not in the list of layers of the page`);
    const whole = readFileSync(join(page, file), 'utf8');
    checkLength(`../ui/src/${file}`, whole);
    const text = whole.replace(/^import type [^;]*;/gm, '');
    for (const [, target] of text.matchAll(IMPORT)) {
      if (!target.startsWith('.') || target.endsWith('.css')) continue;
      const path = join(dirname(file), target).split(sep).join('/');
      if (path.startsWith('../../src/')) {
        const folder = innerFolder(path.slice('../../src/'.length));
        if (!pageUses[layer]?.includes(folder))
          fail(`imports ${target}, but ui/src/${layer} may not use src/${folder}`);
      } else if (layerOf(path) !== layer && !reach(layer, pageBelow).has(layerOf(path)))
        fail(`imports ${target}, but ${layer} may not look at ${layerOf(path)}`);
    }
  }
}

function checkWords(file, text) {
  for (const { what, pattern, inStrings, allowed } of words) {
    if (allowed?.includes(file)) continue;
    for (const piece of inStrings ? stringsOf(text) : [text])
      for (const [word] of piece.matchAll(pattern))
        complain(file, `names ${what} (${word}), which is for rpc and above`);
  }
}

/** The string and template literals of a source text, found without a parser: comments and regular expressions are skipped. */
function stringsOf(text) {
  const TOKEN =
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|(?<=[(,=:[!&|?{};\n]\s*)\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n])+\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g;
  return [...text.matchAll(TOKEN)].map(([token]) => token).filter((token) => /^['"`]/.test(token));
}

/** Groups of files that import each other: strongly connected components of more than one file (Tarjan). */
function circlesIn(edges) {
  const order = new Map();
  const lowest = new Map();
  const stack = [];
  const circles = [];
  const visit = (file) => {
    order.set(file, order.size);
    lowest.set(file, order.get(file));
    stack.push(file);
    for (const next of edges.get(file))
      if (!edges.has(next)) continue;
      else if (!order.has(next)) {
        visit(next);
        lowest.set(file, Math.min(lowest.get(file), lowest.get(next)));
      } else if (stack.includes(next)) lowest.set(file, Math.min(lowest.get(file), order.get(next)));
    if (lowest.get(file) !== order.get(file)) return;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1 || edges.get(file).includes(file)) circles.push(circle);
  };
  for (const file of edges.keys()) if (!order.has(file)) visit(file);
  return circles;
}
