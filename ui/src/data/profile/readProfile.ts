/** A function or a line of it in a profile; phases, contracts and libfuncs have no line. */
export interface ProfileFrame {
  readonly name: string;
  readonly file?: string;
  readonly line?: number;
}

/** What code with this stack, outermost first, cost. */
export interface ProfileSample {
  readonly stack: readonly ProfileFrame[];
  readonly gas: number;
}

/** Reads a profile in the form of speedscope, which is the compact one. */
export function readProfile(content: string): readonly ProfileSample[] {
  const { shared, profiles } = JSON.parse(content) as {
    readonly shared: { readonly frames: readonly ProfileFrame[] };
    readonly profiles: readonly { readonly samples: readonly (readonly number[])[]; readonly weights: number[] }[];
  };
  const { samples, weights } = profiles[0]!;
  return samples.map((stack, i) => ({ stack: stack.map((index) => shared.frames[index]!), gas: weights[i]! }));
}

/** What a line cost: itself, and with what it called. */
export interface LineGas {
  readonly self: number;
  readonly total: number;
}

const PLACELESS: LineGas = { self: 0, total: 0 };

/** The gas of lines of Cairo, by `file:line`. */
export function gasByLine(samples: readonly ProfileSample[]): ReadonlyMap<string, LineGas> {
  const lines = new Map<string, LineGas>();
  for (const { stack, gas } of samples) {
    const places = stack.flatMap(({ file, line }) =>
      file === undefined || line === undefined ? [] : `${file}:${line}`,
    );
    for (const place of new Set(places)) {
      const { self, total } = lines.get(place) ?? PLACELESS;
      lines.set(place, { self: place === places.at(-1) ? self + gas : self, total: total + gas });
    }
  }
  return lines;
}
