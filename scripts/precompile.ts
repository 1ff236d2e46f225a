// Writes the classes we ship, compiled, as a module: node scripts/run.mjs scripts/precompile.ts OUTPUT
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileSierra } from '../src/sierra/index.ts';

const NAMES = ['account', 'erc20', 'universal_deployer'];

const classes = NAMES.map((name) => {
  const sierra = JSON.parse(readFileSync(join('contracts/classes', `${name}.sierra.json`), 'utf8'));
  const { casm, classHash, compiledClassHash } = compileSierra(sierra);
  const text = (value: unknown) => JSON.stringify(JSON.stringify(value));
  return `  ${name}: {
    classHash: '${classHash}',
    compiledClassHash: '${compiledClassHash}',
    sierra: ${text(sierra)},
    casm: ${text(casm)},
  },`;
});

writeFileSync(
  process.argv[2],
  `/** The classes we ship, as JSON texts: what was compiled, and what came of it (scripts/precompile.ts). */
export const builtinClassTexts = {
${classes.join('\n')}
} as const;
`,
);
