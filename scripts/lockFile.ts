/** Those of Starbox and of the Node.js that unit tests and benchmarks run on (scripts/node24.mjs). */
export const lockFiles = ['package-lock.json', 'scripts/node24/package-lock.json'] as const;

/** A package in package-lock.json. */
export interface LockEntry {
  /** The name in the registry, if the folder has another. */
  readonly name?: string;
  readonly version: string;
  readonly engines?: { readonly node?: string };
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: true;
  readonly optional?: true;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** The entries of a lock file by their folders; the folder of the project itself is empty. */
export type LockEntries = Readonly<Record<string, LockEntry>>;

/** Whether the range of `engines` asks for a Node.js that is newer than `oldest`. */
export const asksForNewer = (range: string, oldest: string): boolean =>
  range.split('||').every((alternative) => lowest(alternative) > lowest(oldest));

/** The first version of a range, as a number to compare. */
function lowest(range: string): number {
  const [major = 0, minor = 0, patch = 0] = (/\d[\d.]*/.exec(range)?.[0] ?? '0').split('.').map(Number);
  return (major * 1000 + minor) * 1000 + patch;
}

/** The name and version of an entry, as the registry has them. */
export const packageOf = (path: string, { name, version }: LockEntry): string =>
  `${name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`;
