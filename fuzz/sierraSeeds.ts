import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { SeedClass } from './sierra.ts';

const read = (file: string): SeedClass => {
  const bytes = readFileSync(file);
  return { name: file, ...JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()) };
};

/** The classes of this repository that compile fast enough for many mutants. */
export function repositoryClasses(folder: string): readonly SeedClass[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sierra.json'))
    .map((file) => read(join(folder, file)));
}

const MAX_FELTS = 4000;
// Smaller classes have no code to change.
const MIN_FELTS = 150;

/** Our own classes and, if the recorded corpus is available, its smaller ones, which include old formats and other compilers. */
export function seedClasses(): readonly SeedClass[] {
  const own = repositoryClasses(join(process.cwd(), 'contracts/classes'));
  const corpus = join(
    process.env['STARBOX_SHARED'] ?? join(process.cwd(), '../shared'),
    'corpus/sierra-casm/contracts',
  );
  if (!existsSync(corpus)) return own;
  const recorded = readdirSync(corpus)
    .filter((file) => /\.sierra\.json(\.gz)?$/.test(file))
    .map((file) => read(join(corpus, file)));
  return [...own, ...recorded].filter(
    ({ sierra_program: felts }) => felts.length < MAX_FELTS && felts.length > MIN_FELTS && Number(felts[0]) === 1,
  );
}
