// The declarations of the packed package, with the compilers, flags and resolutions that projects have.
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isBuilt } from './support/build.ts';
import { type CompilerOptions, compile, tscOf } from './support/consumer.ts';
import { skipUnless } from './support/skipUnless.ts';
import { USES } from './support/typeUses.ts';

/** Versions of TypeScript by the packages that have them. The first is the lowest that the declarations are for. */
const VERSIONS = { '5.4': 'typescript54', '5.9': 'typescript59', '6.0': 'typescript60', '7.0': 'typescript' } as const;
type Version = keyof typeof VERSIONS;

const FLAGS = {
  'plain strict': {},
  exactOptionalPropertyTypes: { exactOptionalPropertyTypes: true },
  noUncheckedIndexedAccess: { noUncheckedIndexedAccess: true },
  'what tsc --init sets': {
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
  },
} as const satisfies Readonly<Record<string, CompilerOptions>>;
type Flags = keyof typeof FLAGS;

const RESOLUTIONS = {
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
  node16: { module: 'node16' },
  nodenext: { module: 'nodenext' },
} as const satisfies Readonly<Record<string, CompilerOptions>>;
type Resolution = keyof typeof RESOLUTIONS;

type Row = readonly [version: Version, flags: Flags, resolution: Resolution, libraries: 'skipLibCheck' | ''];

/** Version 7 is quick: it compiles every set of flags with every resolution. */
const quick = (Object.keys(FLAGS) as Flags[]).flatMap((flags, i) =>
  (Object.keys(RESOLUTIONS) as Resolution[]).map((resolution, j): Row => {
    return ['7.0', flags, resolution, (i + j) % 2 === 0 ? '' : 'skipLibCheck'];
  }),
);

/**
 * The others take seconds of processor time each. Every version meets every resolution, libraries that are checked and those that are not, and
 * every flag alone or with others. All products would be 72 compilations.
 */
const slow = (['5.4', '5.9', '6.0'] as const).flatMap((version): readonly Row[] => [
  [version, 'plain strict', 'bundler', ''],
  [version, 'what tsc --init sets', 'node16', 'skipLibCheck'],
  [version, version === '5.9' ? 'exactOptionalPropertyTypes' : 'noUncheckedIndexedAccess', 'nodenext', ''],
]);

describe.runIf(isBuilt)('the declarations of the package (need dist/)', () => {
  const isInstalled = (version: Version) =>
    skipUnless(existsSync(tscOf(VERSIONS[version])), `TypeScript ${version} is not installed; run npm install`);
  const rows = [...slow, ...quick].filter(([version]) => isInstalled(version));

  test.each(rows)('compile with TypeScript %s, %s, %s %s', (version, flags, resolution, libraries) => {
    // The libraries of TypeScript itself are never checked: they take most of the time, and are not ours.
    const checks = { skipLibCheck: libraries !== '', skipDefaultLibCheck: true };
    const options = { strict: true, ...FLAGS[flags], ...RESOLUTIONS[resolution], ...checks };
    expect(compile(USES, options, tscOf(VERSIONS[version]))).toBe('');
  });
});
