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
const sources = [
  'kernel',
  'scripts/build-kernel.mjs',
  'scripts/export-globals.mjs',
  'node_modules/assemblyscript/package.json',
];

if (oldestTime([wasm, text, abi]) < newestTime(sources) || process.argv.includes('--force')) {
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
  // In hexadecimal, gzip finds the repetitions that base64 hides: the gzipped module is a sixth smaller.
  const hex = module.toString('hex');
  writeFileSync(
    text,
    `/** The kernel's WebAssembly module (kernel/, built by scripts/build-kernel.mjs), in hexadecimal. */\nexport const kernelBytes =\n  '${hex}';\n`,
  );
}
