// Compiles the classes we ship: node scripts/run.mjs scripts/precompile.ts FACTS TEXTS FOLDER
// Writes modules with their facts and their texts, and the compiled classes as files, which the command reads when it needs them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cairo0ClassHash } from '../src/classes/cairo0ClassHash.ts';
import type { Cairo0Class } from '../src/classes/declaredClass.ts';
import { readClassText } from '../src/classes/readClassText.ts';
import { formatFelt } from '../src/felt/felt.ts';
import { compileSierra } from '../src/sierra/index.ts';

const NAMES = ['account', 'erc20', 'universal_deployer'];
const [factsFile, textsFile, folder] = process.argv.slice(2) as [string, string, string];

const classes = NAMES.map((name) => {
  const sierra = JSON.parse(readFileSync(join('contracts/classes', `${name}.sierra.json`), 'utf8'));
  return { name, sierra, ...compileSierra(sierra) };
});
const cairo0Account = readFileSync('contracts/classes/account_cairo0.json', 'utf8').trim();
const cairo0AccountHash = formatFelt(cairo0ClassHash(readClassText(cairo0Account) as Cairo0Class));

mkdirSync(folder, { recursive: true });
for (const { name, casm } of classes) writeFileSync(join(folder, `${name}.casm.json`), JSON.stringify(casm));

/** A string literal with the JSON of a value. */
const literal = (value: unknown): string => JSON.stringify(JSON.stringify(value));
writeFileSync(
  textsFile,
  `/** The classes we ship, and what they compile to, as JSON (scripts/precompile.ts). */
export const bundledClasses = {
${classes.map(({ name, sierra, casm }) => `  ${name}: {\n    sierra: ${literal(sierra)},\n    casm: ${literal(casm)},\n  },`).join('\n')}
  account_cairo0: ${JSON.stringify(cairo0Account)},
} as const;
`,
);
writeFileSync(
  factsFile,
  `/** What is known of the classes we ship without reading them (scripts/precompile.ts). */
export const builtinClassFacts = {
${classes
  .map(
    ({ name, sierra, classHash, compiledClassHash }) => `  ${name}: {
    classHash: '${classHash}',
    compiledClassHash: '${compiledClassHash}',
    sierraVersion: ${JSON.stringify(sierra.sierra_program.slice(0, 3))},
  },`,
  )
  .join('\n')}
} as const;

/** The class hash of the Cairo 0 account. */
export const CAIRO0_ACCOUNT_CLASS_HASH = '${cairo0AccountHash}';
`,
);
