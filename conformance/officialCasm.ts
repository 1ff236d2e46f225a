import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Digests of what a compiler made of a class: of the whole file, and of its hints alone. */
export interface CasmDigests {
  readonly casm: string;
  readonly hints: string;
  /** How many hints there are. */
  readonly count: number;
}

export interface OfficialCasm {
  /** The version of the official compiler. */
  readonly compiler: string;
  readonly classes: Readonly<Record<string, CasmDigests | undefined>>;
}

export const OFFICIAL_FILE = join(process.cwd(), 'conformance/officialCasm.json');

/** What recordOfficial.ts wrote down. */
export const readOfficialCasm = (): OfficialCasm => JSON.parse(readFileSync(OFFICIAL_FILE, 'utf8'));

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);

/** The digests of a compiled class as it is published. The order of members counts, white space does not. */
export const digestsOf = (casm: {
  readonly hints: readonly (readonly [number, readonly unknown[]])[];
}): CasmDigests => ({
  casm: digest(casm),
  hints: digest(casm.hints),
  count: casm.hints.reduce((sum, [, list]) => sum + list.length, 0),
});
