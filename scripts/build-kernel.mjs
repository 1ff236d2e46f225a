// Builds kernel/ (AssemblyScript) to build/kernel.wasm, src/cairo/wasm/abi.generated.ts and src/felt/kernelBytes.generated.ts, which has
// the module as text, so that the package needs no file access at start. Does nothing if they are newer than the sources.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportGlobals } from './export-globals.mjs';
import { newestTime, oldestTime, root } from './files.mjs';

const wasm = join(root, 'build/kernel.wasm');
const text = join(root, 'src/felt/kernelBytes.generated.ts');
const abi = join(root, 'src/cairo/wasm/abi.generated.ts');
// Printable ASCII without what string literals escape, and without the dash, which check-layers.mjs would take for that of an option.
const ALPHABET = '!#%&()*+,./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}~';
const sources = [
  'kernel',
  'scripts/build-kernel.mjs',
  'scripts/export-globals.mjs',
  'node_modules/assemblyscript/package.json',
];

if (oldestTime([wasm, text, abi]) < newestTime(sources) || process.argv.includes('--force')) {
  process.stderr.write('Building the kernel …\n');
  mkdirSync(join(root, 'build'), { recursive: true });
  const generator = join(root, 'kernel/codegen/main.mjs');
  if (existsSync(generator)) execFileSync(process.execPath, [generator], { cwd: root, stdio: 'inherit' });
  execFileSync(
    process.execPath,
    [
      join(root, 'node_modules/assemblyscript/bin/asc.js'),
      'kernel/index.ts',
      '--outFile',
      'build/kernel.wasm',
      '--textFile',
      'build/kernel.wat',
      '-O3',
      '--runtime',
      'stub',
      '--noAssert',
      '--initialMemory',
      '64',
      '--enable',
      'bulk-memory',
      '--enable',
      'simd',
      '--use',
      'abort=',
    ],
    { cwd: root, stdio: 'inherit' },
  );
  const module = exportGlobals(readFileSync(wasm));
  writeFileSync(wasm, module);
  const { text: kernelText, order } = textOfBytes(module);
  writeFileSync(
    text,
    `/** The kernel's WebAssembly module (kernel/, built by scripts/build-kernel.mjs) in the form that src/felt/kernelBytes.ts reads. */
export const kernelText =
  '${kernelText}';

/** All bytes, the most frequent first, in hexadecimal. */
export const byteOrder = '${order}';

/** A byte is one of these characters, by its place in the order; the last two lead a pair. */
export const alphabet = '${ALPHABET}';
`,
  );
}

/**
 * Bytes as text: one character for a frequent byte, two for the others. gzip finds the repetitions that base64 hides, and has half as many
 * characters to encode as in hexadecimal: the gzipped text is a tenth smaller than that.
 */
function textOfBytes(bytes) {
  const counts = new Uint32Array(256);
  for (const byte of bytes) counts[byte]++;
  const order = [...counts.keys()].sort((a, b) => counts[b] - counts[a] || a - b);
  const singles = ALPHABET.length - 2;
  const codes = [];
  order.forEach((byte, place) => {
    const pair = place - singles;
    const lead = ALPHABET[singles + Math.floor(pair / ALPHABET.length)];
    codes[byte] = pair < 0 ? ALPHABET[place] : lead + ALPHABET[pair % ALPHABET.length];
  });
  return { text: Array.from(bytes, (byte) => codes[byte]).join(''), order: Buffer.from(order).toString('hex') };
}
