import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { writeTypes } from '../../contractTypes/writeTypes.ts';
import { ioReason } from '../../platform/ioReason.ts';
import { PACKAGE_VERSION } from '../../protocol/version.ts';
import { UsageError } from '../options/usageError.ts';
import { StartError } from '../start/startError.ts';
import { optionsHelp } from './commandOptions.ts';
import { readArguments } from './readArguments.ts';

const HELP = `Write a project with a contract, its types and tests, which pass without Scarb

Usage: starbox init [OPTIONS] [DIR]

  DIR  the folder of the project, which is made if it does not exist [default: .]

No file is ever replaced: if one of the project's files exists, nothing is written.

Options:
${optionsHelp('init')}
Example:
  starbox init counter && cd counter && npm install && npm test
`;

/** The files of a project, by their names in the folder `template` of the package. npm leaves out files with some of their names. */
const FILES: Readonly<Record<string, string>> = {
  'Scarb.toml': 'Scarb.toml',
  'src/lib.cairo': 'src/lib.cairo',
  'counter_Counter.contract_class.json.gz': 'target/dev/counter_Counter.contract_class.json',
  'test/counter.test.ts': 'test/counter.test.ts',
  'manifest.json': 'package.json',
  'tsconfig.json': 'tsconfig.json',
  gitignore: '.gitignore',
  'ci.yml': '.github/workflows/test.yml',
  'README.md': 'README.md',
};
const TYPED = 'typed';
/** What coding agents read: a skill, and its page without what the skill begins with. */
const SKILL = '.claude/skills/starbox/SKILL.md';
const AGENTS = 'AGENTS.md';
const TYPES = `${TYPED}/Counter.ts`;

// The built command is in dist/.
const ofPackage = (name: string): URL => new URL(`../${name}`, import.meta.url);

/** `starbox init [DIR]`. */
export async function initCommand(args: readonly string[]): Promise<number> {
  const read = readArguments('init', args);
  if (!read) {
    process.stdout.write(HELP);
    return 0;
  }
  const [word = '.', ...rest] = read.words;
  if (rest.length > 0) throw new UsageError(`init takes one folder; see 'starbox help init'`);
  const folder = resolve(word);
  const targets = [...Object.values(FILES), TYPES, AGENTS, SKILL];
  const existing = await existingOf(folder, targets);
  if (existing.length > 0)
    throw new StartError(
      `${folder} already has ${existing.join(', ')}. No file is replaced, so nothing was written. Choose a new folder: 'starbox init NAME'.`,
    );
  try {
    for (const [name, target] of Object.entries(FILES)) {
      const bytes = await readFile(ofPackage(`template/${name}`));
      const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
      await writeNew(join(folder, target), target === 'package.json' ? manifestOf(text, folder) : text);
    }
    const skill = await readFile(ofPackage('skills/starbox/SKILL.md'), 'utf8');
    await writeNew(join(folder, SKILL), skill);
    await writeNew(join(folder, AGENTS), skill.replace(/^---\n[\s\S]*?\n---\n\n/, ''));
    await writeTypes({ folder, output: join(folder, TYPED), kind: 'esm', isCheck: false });
  } catch (error) {
    throw new StartError(`The project cannot be written to ${folder}: ${ioReason(error)}`);
  }
  process.stdout.write(`Wrote a project to ${folder}:\n${targets.map((target) => `  ${target}\n`).join('')}
Next:
${word === '.' ? '' : `  cd ${/\s/.test(word) ? `"${word}"` : word}\n`}  npm install
  npm test
`);
  return 0;
}

/** Writes a file that does not exist. `wx`: one that appeared meanwhile is not replaced either. */
async function writeNew(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text, { flag: 'wx' });
}

async function existingOf(folder: string, targets: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    targets.map((target) =>
      access(join(folder, target)).then(
        () => [target],
        () => [],
      ),
    ),
  );
  return found.flat();
}

/** The manifest with the name of the folder, as npm allows it, and this version of the package. */
function manifestOf(text: string, folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+|-+$/g, '')
    .slice(0, 200);
  const manifest = JSON.parse(text) as { name: string; devDependencies: Record<string, string> };
  if (name !== '') manifest.name = name;
  manifest.devDependencies['starbox'] = `^${PACKAGE_VERSION}`;
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
