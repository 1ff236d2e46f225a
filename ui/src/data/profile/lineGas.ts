import type { Profile } from '../../../../src/tools/profile/profile.ts';

/** What a line or a function cost: itself, and with what it called. */
export interface OwnGas {
  readonly self: number;
  readonly total: number;
}

const NOTHING: OwnGas = { self: 0, total: 0 };

/** The gas of lines of Cairo, by `file:line`. The gas of code without a line is that of the line that called it. */
export function gasByLine({ samples }: Profile): ReadonlyMap<string, OwnGas> {
  const lines = new Map<string, OwnGas>();
  for (const { stack, l2Gas } of samples) {
    const places = stack.flatMap(({ file, line }) =>
      file === undefined || line === undefined ? [] : `${file}:${line}`,
    );
    for (const place of new Set(places)) {
      const { self, total } = lines.get(place) ?? NOTHING;
      lines.set(place, { self: place === places.at(-1) ? self + l2Gas : self, total: total + l2Gas });
    }
  }
  return lines;
}
