// Compiles the classes we ship: node scripts/run.mjs scripts/precompile.ts FACTS TEXTS
// Writes modules with their facts and their texts.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cairo0ClassHash } from '../src/classes/cairo0ClassHash.ts';
import type { Cairo0Class } from '../src/classes/declaredClass.ts';
import { readClassText } from '../src/classes/readClassText.ts';
import { formatFelt } from '../src/felt/felt.ts';
import { compileSierra } from '../src/sierra/index.ts';

const NAMES = ['account', 'erc20', 'universal_deployer'];
const [factsFile, textsFile] = process.argv.slice(2) as [string, string];

const classes = NAMES.map((name) => {
  const sierra = JSON.parse(readFileSync(join('contracts/classes', `${name}.sierra.json`), 'utf8'));
  return { name, sierra, ...compileSierra(sierra) };
});
const cairo0Account = readFileSync('contracts/classes/account_cairo0.json', 'utf8').trim();
const cairo0AccountHash = formatFelt(cairo0ClassHash(readClassText(cairo0Account) as Cairo0Class));

// Node.js reads the texts from the lines of this module without running it (src/libraryNode/builtinTexts.ts). The first line says where each
// begins and ends, counted from the second.
const texts: Record<string, string> = {};
for (const { name, sierra, casm } of classes) {
  texts[`${name}_sierra`] = JSON.stringify(sierra);
  texts[`${name}_casm`] = JSON.stringify(casm);
}
texts['account_cairo0'] = cairo0Account;
const places: Record<string, readonly [number, number]> = {};
let lines = '// The classes we ship, and what they compile to, as JSON (scripts/precompile.ts).\n';
for (const [name, text] of Object.entries(texts)) {
  if (/[^ -~]/.test(text)) throw new Error(`The text ${name} must be one line of ASCII.`);
  lines += `export const ${name} = '`;
  const start = lines.length;
  lines += text.replace(/[\\']/g, '\\$&');
  places[name] = [start, lines.length];
  lines += "';\n";
}
writeFileSync(textsFile, `// ${JSON.stringify(places)}\n${lines}`);
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
