import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { all } from '../../src/rpc/methods/index.ts';
import { libfuncList } from '../../src/sierra/class/libfuncList.ts';
import { NEWEST_SIERRA } from '../../src/sierra/class/sierraVersion.ts';
import { LIBFUNCS } from '../../src/sierra/libfuncs/libfuncTable.ts';
import { formatVersion, type Version } from '../../src/sierra/program.ts';

const CONSTANTS = /^blockifier_versioned_constants_.*\.json$/;

/** What changed in the constants of each protocol version. */
export function constantDifferences(newest: string, named: string | undefined): readonly string[] {
  if (named === undefined) return [];
  const read = (folder: string) => {
    const resources = join(folder, 'resources');
    const files = existsSync(resources) ? readdirSync(resources).filter((file) => CONSTANTS.test(file)) : [];
    if (files.length === 0) throw new Error(`${resources} has no files with constants; have they been moved?`);
    return new Map(files.map((file) => [file, JSON.parse(readFileSync(join(resources, file), 'utf8'))]));
  };
  const [before, after] = [read(named), read(newest)];
  const changed: string[] = [];
  for (const [file, value] of after) {
    const old = before.get(file);
    if (old === undefined) changed.push(`${file} is new`);
    else changed.push(...jsonDifferences(old, value).map((text) => `${file}: ${text}`));
  }
  for (const file of before.keys()) if (!after.has(file)) changed.push(`${file} is gone`);
  return changed;
}

/** The values that differ between two JSON values, with their paths. */
export function jsonDifferences(before: unknown, after: unknown, path = ''): string[] {
  if (isBranch(before) && isBranch(after)) {
    const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>];
    return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((key) =>
      jsonDifferences(old[key], now[key], `${path}/${key}`),
    );
  }
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const text = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 100));
  return [`${path}: ${text(before)}, now ${text(after)}`];
}

const isBranch = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** How the lists of libfuncs and the Sierra version of the newest compiler differ from ours. */
export function libfuncDifferences(newest: string): readonly string[] {
  const lists = join(newest, 'src/allowed_libfuncs_lists');
  const read = (file: string) => JSON.parse(readFileSync(join(lists, file), 'utf8')).allowed_libfuncs;
  const audited = read('audited.json') as Readonly<Record<string, Version | null>>;
  const supported = read('all.json') as readonly string[];
  const ours = libfuncList('audited')!;
  const since = (version: Version | null | undefined) => (version ? formatVersion(version) : 'every version');
  const sierra = /major: (\d+), minor: (\d+), patch: (\d+)/.exec(
    readFileSync(join(newest, 'src/compiler_version.rs'), 'utf8'),
  );
  const theirs = sierra?.slice(1).join('.') ?? 'unknown';
  return [
    ...(theirs === formatVersion(NEWEST_SIERRA) ? [] : [`Sierra is ${theirs}, ours ${formatVersion(NEWEST_SIERRA)}`]),
    ...supported.filter((id) => !LIBFUNCS.has(id)).map((id) => `libfunc ${id} is not implemented`),
    ...Object.entries(audited).flatMap(([id, version]) => {
      if (!ours.has(id)) return [`audited libfunc ${id} (${since(version)}) is not in our list`];
      const own = ours.get(id);
      return since(own) === since(version) ? [] : [`audited libfunc ${id}: ${since(version)}, ours ${since(own)}`];
    }),
    ...[...ours.keys()].filter((id) => !(id in audited)).map((id) => `audited libfunc ${id} is gone`),
  ];
}

const METHOD = /^ {4}(starknet_\w+): \{/gm;

/** Methods that we do not have, and the declarations of methods and their values that changed. */
export function schemaDifferences(newest: string, named: string | undefined): readonly string[] {
  const ours = new Set(all.map(({ name }) => `starknet_${name}`));
  const methods = [...declarations(newest, 'api/methods.d.ts').matchAll(METHOD)].map(([, name]) => name!);
  if (methods.length === 0) throw new Error('The package declares no methods; have they been moved?');
  const missing = methods.filter((name) => !ours.has(name)).map((name) => `method ${name} is not implemented`);
  if (named === undefined) return missing;
  const changed = ['api/methods.d.ts', 'api/components.d.ts', 'api/errors.d.ts', 'proving-api/methods.d.ts'].flatMap(
    (file) => {
      const [before, after] = [declarations(named, file), declarations(newest, file)].map(linesOf) as [
        string[],
        string[],
      ];
      return [
        ...after.filter((line) => !before.includes(line)).map((line) => `${file}: + ${line}`),
        ...before.filter((line) => !after.includes(line)).map((line) => `${file}: - ${line}`),
      ];
    },
  );
  return [...missing, ...changed];
}

const declarations = (folder: string, file: string): string => {
  const path = join(folder, 'dist/types', file);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};

/** Lines with the names of the declarations that they are in, without comments. */
function linesOf(text: string): string[] {
  let inside = '';
  return text
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^(?:import|export \{)/.test(line))
    .map((line) => {
      const [, type, method] = /^(?:export )?(?:type|interface) (\w+)|^ {4}(\w+): \{$/.exec(line) ?? [];
      inside = type ?? method ?? inside;
      return type || method ? line.trim() : `${inside}: ${line.trim()}`;
    });
}
