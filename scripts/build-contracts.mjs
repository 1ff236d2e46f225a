// Compiles the classes we ship with our own compiler into src/classes/*.generated.ts, so that nothing has to be compiled at start. Does nothing if those are newer than the classes and the compiler.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { newestTime, oldestTime, root } from './files.mjs';

const facts = join(root, 'src/classes/builtinClassFacts.generated.ts');
const texts = join(root, 'src/classes/classTexts.generated.ts');
const sources = [
  'contracts/classes',
  'src/sierra',
  'src/cairo/casmJson.ts',
  'src/felt',
  'kernel',
  'scripts/precompile.ts',
];

if (oldestTime([facts, texts]) < newestTime(sources) || process.argv.includes('--force')) {
  process.stderr.write('Compiling the classes …\n');
  execFileSync(process.execPath, [join(root, 'scripts/run.mjs'), 'scripts/precompile.ts', facts, texts], {
    cwd: root,
    stdio: 'inherit',
  });
}
