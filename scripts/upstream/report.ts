import type { Followed } from './followed.ts';
import type { Registry } from './registries.ts';

/** The result for one package. */
export interface Finding {
  readonly package: Followed;
  /** Undefined if the registry could not be reached. */
  readonly newest: string | undefined;
  readonly differences: readonly string[];
  readonly failure: string | undefined;
}

/** Looks for newer releases, and for their differences to what we have. */
export async function findNews(
  followed: readonly Followed[],
  registries: Readonly<Record<Followed['registry'], Registry>>,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const each of followed) {
    const { name, version, registry } = each;
    let newest: string | undefined;
    try {
      newest = await registries[registry].newest(name, version);
      const named = newest === version ? undefined : version;
      const folder = (which: string) => registries[registry].folder(name, which);
      const differences = each.differences
        ? each.differences(await folder(newest), named === undefined ? undefined : await folder(named))
        : [];
      findings.push({ package: each, newest, differences, failure: undefined });
    } catch (error) {
      const failure = error instanceof Error ? error.message.split('\n', 1)[0]! : String(error);
      findings.push({ package: each, newest, differences: [], failure });
    }
  }
  return findings;
}

const SHOWN = 60;

/** The findings as lines, and the exit code: 1 if something is new, 2 if something could not be compared, otherwise 0. */
export function reportOf(findings: readonly Finding[]): {
  readonly lines: readonly string[];
  readonly exitCode: number;
} {
  const isNew = ({ package: { version }, newest, differences }: Finding) =>
    (newest !== undefined && newest !== version) || differences.length > 0;
  const lines = findings.flatMap((finding) => {
    const { package: each, newest, differences, failure } = finding;
    const state = newest === undefined ? 'NOT REACHED' : newest === each.version ? 'newest' : `NEW: ${newest}`;
    const more = differences.length - SHOWN;
    return [
      `${each.name} ${each.version} (${each.registry}; ${each.what}): ${state}`,
      ...differences.slice(0, SHOWN).map((text) => `  ${text}`),
      ...(more > 0 ? [`  and ${more} more`] : []),
      ...(failure === undefined ? [] : [`  Not compared: ${failure}`]),
    ];
  });
  const exitCode = findings.some(isNew) ? 1 : findings.some(({ failure }) => failure !== undefined) ? 2 : 0;
  const result = [
    'Nothing is new.',
    'Something is new. When it is done or needs nothing, change the version in scripts/upstream/followed.ts.',
    'Nothing new was found, but not everything could be compared.',
  ];
  return { lines: [...lines, result[exitCode]!], exitCode };
}
