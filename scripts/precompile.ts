// Compiles the classes we ship: node scripts/run.mjs scripts/precompile.ts FACTS TEXTS FOLDER
// Writes modules with their facts and their texts, and the compiled classes as files, which the command reads when it needs them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledCasm } from '../src/classes/bundledCasm.ts';
import { type BundledSierra, textOfWords, wordsOfIndices } from '../src/classes/bundledSierra.ts';
import { numbersOfStatements, programNumbers } from '../src/classes/bundledStatements.ts';
import { cairo0ClassHash } from '../src/classes/cairo0ClassHash.ts';
import type { Cairo0Class } from '../src/classes/declaredClass.ts';
import { readClassText } from '../src/classes/readClassText.ts';
import { formatFelt } from '../src/felt/felt.ts';
import { decodeProgram } from '../src/sierra/decode/decodeProgram.ts';
import { unpackWords } from '../src/sierra/decode/feltWords.ts';
import { compileSierra } from '../src/sierra/index.ts';
import type { SierraFunction } from '../src/sierra/program.ts';

const NAMES = ['account', 'erc20', 'universal_deployer'];
const [factsFile, textsFile, folder] = process.argv.slice(2);

const classes = NAMES.map((name) => {
  const sierra = JSON.parse(readFileSync(join('contracts/classes', `${name}.sierra.json`), 'utf8'));
  const { casm, classHash, compiledClassHash } = compileSierra(sierra);
  const sierraVersion = sierra.sierra_program.slice(0, 3) as string[];
  return {
    name,
    sierraVersion,
    classHash,
    compiledClassHash,
    sierra: bundledSierra(sierra),
    casm,
  };
});

const cairo0Account = readFileSync('contracts/classes/account_cairo0.json', 'utf8').trim();
const cairo0AccountHash = formatFelt(cairo0ClassHash(readClassText(cairo0Account) as Cairo0Class));

const rows = (row: (known: (typeof classes)[number]) => string) => classes.map(row).join('\n');
const facts = rows(
  ({ name, sierraVersion, classHash, compiledClassHash }) => `  ${name}: {
    classHash: '${classHash}',
    compiledClassHash: '${compiledClassHash}',
    sierraVersion: ${JSON.stringify(sierraVersion)},
  },`,
);
// gzip looks back 32 kB, so equal fields of all classes stand together: it finds what the classes have in common. COST: 4 kB less in a page.
const bundled = classes.map(({ sierra, casm }) => ({ casm: bundledCasm(casm), sierra }));
const columns: string[] = [];
/** The code of an object like these, which takes its values from the columns by the index of the class. */
function rowCode(objects: readonly object[]): string {
  const members = Object.entries(objects[0]!).map(([name, first]) => {
    const values = objects.map((each) => (each as Record<string, unknown>)[name]);
    if (typeof first === 'object') return `${name}: ${rowCode(values as object[])}`;
    columns.push(`  ${JSON.stringify(values)},`);
    return `${name}: columns[${columns.length - 1}][at]`;
  });
  return `{ ${members.join(', ')} }`;
}
const row = rowCode(bundled);

/** The felts of a class file begin with two versions of three numbers; the packed part follows. */
function bundledSierra(sierraClass: { readonly sierra_program: readonly string[] }): BundledSierra {
  const { sierra_program: program, ...rest } = sierraClass;
  const start = 6;
  const { dictionary, words } = unpackWords(program, start);
  const { statements, functions } = decodeProgram(program).program;
  const afterStatements = words.length - numbersOfFunctions(functions);
  const beforeStatements = afterStatements - programNumbers(statements).length;
  // The dictionary is in the order of first occurrences, so this is its next index.
  const next = 1 + words.subarray(0, afterStatements).reduce((most, index) => Math.max(most, index), 0);
  const numbers = numbersOfStatements(statements, functions);
  return {
    rest: JSON.stringify(rest),
    versions: JSON.stringify(program.slice(0, start)),
    padding: Number(program[start + 1]),
    dictionary: dictionary.map((felt) => felt.toString(16)).join(','),
    declarations: textOfWords(wordsOfIndices(words.subarray(0, beforeStatements))),
    functions: textOfWords(wordsOfIndices(words.subarray(afterStatements), next)),
    statements: {
      libfuncs: textOfWords(numbers.libfuncs),
      args: textOfWords(numbers.args),
      targets: textOfWords(numbers.targets),
      results: textOfWords(numbers.results),
    },
  };
}

/** How many words a program has for its functions. */
function numbersOfFunctions(functions: readonly SierraFunction[]): number {
  return functions.reduce(
    (sum, { params, returns, variables }) => sum + 3 + params.length + returns.length + variables.length,
    1,
  );
}

mkdirSync(folder, { recursive: true });
for (const { name, casm } of classes) writeFileSync(join(folder, `${name}.casm.json`), JSON.stringify(casm));
writeFileSync(
  textsFile,
  `/** What was compiled, and what came of it as JSON: a list for each field, with a value for each class (scripts/precompile.ts). */
const columns = [
${columns.join('\n')}
] as const;
/** The fields of one class. */
const row = (at: ${NAMES.map((_, at) => at).join(' | ')}) => (${row});
/** The classes we ship. */
export const bundledClasses = {
${NAMES.map((name, at) => `  ${name}: /* @__PURE__ */ row(${at}),`).join('\n')}
  account_cairo0: ${JSON.stringify(cairo0Account)},
} as const;
`,
);
writeFileSync(
  factsFile,
  `/** What is known of the classes we ship without reading them (scripts/precompile.ts). */
export const builtinClassFacts = {
${facts}
} as const;

/** The class hash of the Cairo 0 account. */
export const CAIRO0_ACCOUNT_CLASS_HASH = '${cairo0AccountHash}';
`,
);
