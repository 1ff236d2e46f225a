/** A line of a stack: a phase, a contract's function, or a Cairo function, with the line in it if that is known. */
export interface ProfileFrame {
  readonly name: string;
  readonly file: string | undefined;
  readonly line: number | undefined;
}

/** What code with this stack used. */
export interface ProfileSample {
  /** Outermost first. */
  readonly stack: readonly ProfileFrame[];
  /** The libfunc of the Sierra statement; undefined for what is not code. */
  readonly libfunc: string | undefined;
  readonly l2Gas: number;
  readonly steps: number;
}

/** Where the L2 gas of transactions or calls went. The samples add up to the gas of the receipts. */
export interface Profile {
  readonly samples: readonly ProfileSample[];
  readonly l2Gas: bigint;
  readonly steps: number;
}

/** Collects samples; those with the same stack become one. */
export class ProfileBuilder {
  readonly #samples = new Map<string, { sample: ProfileSample; l2Gas: number; steps: number }>();
  #l2Gas = 0n;

  add(stack: readonly ProfileFrame[], libfunc: string | undefined, l2Gas: number, steps: number): void {
    if (l2Gas === 0 && steps === 0) return;
    const key = `${stack.map(({ name, line }) => `${name}:${line ?? ''}`).join('\n')}\n${libfunc ?? ''}`;
    const kept = this.#samples.get(key);
    if (kept) {
      kept.l2Gas += l2Gas;
      kept.steps += steps;
    } else this.#samples.set(key, { sample: { stack, libfunc, l2Gas, steps }, l2Gas, steps });
  }

  /** Adds the L2 gas of a receipt, or of a call, to the total. */
  addTotal(l2Gas: bigint): void {
    this.#l2Gas += l2Gas;
  }

  finish(): Profile {
    const samples = [...this.#samples.values()].map(({ sample, l2Gas, steps }) => ({ ...sample, l2Gas, steps }));
    return { samples, l2Gas: this.#l2Gas, steps: samples.reduce((sum, { steps }) => sum + steps, 0) };
  }
}

/** What has this name used itself, and with what it called. */
export interface ProfileRow {
  readonly name: string;
  readonly self: number;
  readonly total: number;
}

const rows = (sums: ReadonlyMap<string, { self: number; total: number }>): readonly ProfileRow[] =>
  [...sums].map(([name, sum]) => ({ name, ...sum })).sort((a, b) => b.self - a.self || (a.name < b.name ? -1 : 1));

function sumBy(profile: Profile, names: (sample: ProfileSample) => readonly (string | undefined)[]) {
  const sums = new Map<string, { self: number; total: number }>();
  for (const sample of profile.samples) {
    const given = names(sample);
    for (const name of new Set(given)) {
      if (name === undefined) continue;
      const sum = sums.get(name) ?? { self: 0, total: 0 };
      sums.set(name, sum);
      sum.total += sample.l2Gas;
      if (name === given.at(-1)) sum.self += sample.l2Gas;
    }
  }
  return rows(sums);
}

/** L2 gas by function, with what it called; the largest first. */
export const byFunction = (profile: Profile): readonly ProfileRow[] =>
  sumBy(profile, ({ stack }) => stack.map(({ name }) => name)).toSorted((a, b) => b.total - a.total);

/** L2 gas by line of Cairo. */
export const byLine = (profile: Profile): readonly ProfileRow[] =>
  sumBy(profile, ({ stack }) =>
    stack.map(({ file, line }) => (file !== undefined && line !== undefined ? `${file}:${line}` : undefined)),
  );

/** L2 gas by libfunc. */
export const byLibfunc = (profile: Profile): readonly ProfileRow[] => sumBy(profile, ({ libfunc }) => [libfunc]);
