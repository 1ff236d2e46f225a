// node --experimental-vm-modules browserLike.mjs DIST CLASS_FILE: loads the package with only the globals of browsers,
// and uses it. Prints the results as JSON, or fails with the error that a browser would have.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createContext, SourceTextModule } from 'node:vm';

const [dist, classFile] = process.argv.slice(2);

// The globals that modules may use. Those of V8 itself (WebAssembly, Promise, …) always exist.
const web = [
  'AbortController',
  'AbortSignal',
  'Event',
  'EventTarget',
  'MessageEvent',
  'Request',
  'crypto',
  'fetch',
  'performance',
  'queueMicrotask',
  'Response',
  'TextDecoder',
  'TextEncoder',
  'URL',
  'atob',
  'clearInterval',
  'clearTimeout',
  'setInterval',
  'setTimeout',
];
const context = createContext(Object.fromEntries(web.map((name) => [name, globalThis[name]])));
const modules = new Map();

function load(path) {
  const known = modules.get(path);
  if (known) return known;
  const importModuleDynamically = async (specifier) => linked(resolve(specifier, path));
  const made = new SourceTextModule(readFileSync(path, 'utf8'), { context, identifier: path, importModuleDynamically });
  modules.set(path, made);
  return made;
}

function resolve(specifier, from) {
  if (!specifier.startsWith('.')) throw new Error(`${from} imports '${specifier}', which no browser has.`);
  return join(dirname(from), specifier);
}

async function linked(path) {
  const made = load(path);
  if (made.status === 'unlinked') await made.link((specifier, from) => load(resolve(specifier, from.identifier)));
  await made.evaluate();
  return made;
}

const { Sandbox } = (await linked(join(dist, 'browser.js'))).namespace;
const { compileSierraAsync } = (await linked(join(dist, 'sierra.js'))).namespace;
const box = await Sandbox.create({ seed: 7, accounts: 2 });
await box.mint(0x77n, 5n);
const balance = await box.request('devnet_getAccountBalance', { address: '0x77' });
const state = await box.saveState();
const again = await Sandbox.create({ state });
const blocks = await again.request('starknet_blockNumber');
const { classHash } = await compileSierraAsync(JSON.parse(readFileSync(classFile, 'utf8')));
box.close();
again.close();
console.log(JSON.stringify({ balance: balance.amount, blocks, classHash }));
