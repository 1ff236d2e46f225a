import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digest } from '../../src/classes/contentKey.ts';
import type { FoundMutant, MutantKind } from '../../src/tools/mutants/findMutants.ts';
import { mutationText } from '../../src/tools/mutants/mutation.ts';
import { editedExpression, spanOffsets } from './sourceEdit.ts';
import type { Suite } from './suite.ts';
import type { SuiteVerdict } from './suiteRunner.ts';

/** A mutant whose change can be made in the source too. */
export interface Comparable {
  readonly contract: Suite['contract'];
  readonly mutant: FoundMutant;
  /** The expression that takes the place of the mutant's. */
  readonly edit: string;
  /** The whole source with that change. */
  readonly edited: string;
}

/** What the tests said of a mutant, and of the same change in the source. */
export interface Compared {
  /** Belongs to the change and to the source: other ones have other ids. */
  readonly id: string;
  readonly contract: Suite['contract'];
  readonly line: number;
  readonly column: number;
  readonly kind: MutantKind;
  readonly text: string;
  readonly edit: string;
  readonly ours: Pick<SuiteVerdict, 'state' | 'by'>;
  /** `refused`: the official compiler does not compile the changed source. */
  readonly official: Pick<SuiteVerdict, 'by'> & { readonly state: SuiteVerdict['state'] | 'refused' };
}

export const COMPARED_FILE = join(process.cwd(), 'conformance/mutants/compared.json');

export interface ComparedFile {
  /** The version of the official compiler. */
  readonly compiler: string;
  readonly mutants: readonly Compared[];
}

/** What compare.ts wrote down. */
export const readCompared = (): ComparedFile => JSON.parse(readFileSync(COMPARED_FILE, 'utf8'));

/** Writes it in the order of the sources. */
export function writeCompared({ compiler, mutants }: ComparedFile): void {
  const sorted = [...mutants].sort(
    (a, b) =>
      (a.contract < b.contract ? -1 : a.contract > b.contract ? 1 : 0) ||
      a.line - b.line ||
      a.column - b.column ||
      (a.id < b.id ? -1 : 1),
  );
  writeFileSync(COMPARED_FILE, `${JSON.stringify({ compiler, mutants: sorted }, null, 2)}\n`);
}

/** All mutants that a suite compares, of the kinds that it names, whose change can be written in its source by rule. */
export function comparables(
  { contract, compared }: Pick<Suite, 'contract' | 'compared'>,
  source: string,
  mutants: readonly FoundMutant[],
): readonly Comparable[] {
  return mutants.flatMap((mutant) => {
    if (compared && !compared.includes(mutant.kind)) return [];
    const offsets = spanOffsets(source, mutant);
    const edit = offsets && editedExpression(source.slice(...offsets), mutant, source);
    if (!offsets || edit === undefined) return [];
    return [{ contract, mutant, edit, edited: source.slice(0, offsets[0]) + edit + source.slice(offsets[1]) }];
  });
}

/** What is told about the two changes. */
export function factsOf({ contract, mutant, edit, edited }: Comparable): Omit<Compared, 'ours' | 'official'> {
  const { kind, text, span, mutation } = mutant;
  const id = digest(`${mutationText(mutation)}\n${edited}`).slice(0, 16);
  return { id, contract, line: span!.line, column: span!.column, kind, text, edit };
}

/** Whether both changes were noticed, or neither was. */
export const isSame = ({ ours, official }: Pick<Compared, 'ours' | 'official'>): boolean =>
  ours.state === official.state || (ours.state === 'equal' && official.state === 'survived');

/** How many mutants of each kind had the same verdict. Sources that do not compile are not counted. */
export function agreement(mutants: readonly Compared[]): ReadonlyMap<string, { same: number; compared: number }> {
  const kinds = new Map<string, { same: number; compared: number }>();
  for (const one of mutants) {
    if (one.official.state === 'refused') continue;
    for (const kind of [one.kind, 'all']) {
      const counts = kinds.get(kind) ?? { same: 0, compared: 0 };
      kinds.set(kind, counts);
      counts.compared++;
      if (isSame(one)) counts.same++;
    }
  }
  return kinds;
}
