// Compiles the classes we ship with our own compiler into src/classes/builtinClasses.generated.ts, so that a start
// compiles nothing. Does nothing when that file is newer than the classes and the compiler.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { newestTime, oldestTime, root } from './files.mjs';

const output = join(root, 'src/classes/builtinClasses.generated.ts');
const sources = [
  'contracts/classes',
  'src/sierra',
  'src/cairo/casmJson.ts',
  'src/felt',
  'kernel',
  'scripts/precompile.ts',
];

if (oldestTime([output]) < newestTime(sources) || process.argv.includes('--force'))
  execFileSync(process.execPath, [join(root, 'scripts/run.mjs'), 'scripts/precompile.ts', output], {
    cwd: root,
    stdio: 'inherit',
  });
