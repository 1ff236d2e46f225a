// Compiles the classes we ship with our own compiler into src/classes/*.generated.ts and build/classes, so that nothing has to be
// compiled at start. Does nothing if those are newer than the classes and the compiler.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { newestTime, oldestTime, root } from './files.mjs';

const facts = join(root, 'src/classes/builtinClassFacts.generated.ts');
const texts = join(root, 'src/classes/bundledClasses.generated.ts');
const folder = join(root, 'build/classes');
const sources = [
  'contracts/classes',
  'src/sierra',
  'src/cairo/casmJson.ts',
  'src/felt',
  'kernel',
  'scripts/precompile.ts',
];

// All files of the folder are written together; the time of a folder does not change with its files.
if (
  oldestTime([facts, texts, join(folder, 'account.casm.json')]) < newestTime(sources) ||
  process.argv.includes('--force')
) {
  process.stderr.write('Compiling the classes …\n');
  execFileSync(process.execPath, [join(root, 'scripts/run.mjs'), 'scripts/precompile.ts', facts, texts, folder], {
    cwd: root,
    stdio: 'inherit',
  });
}
