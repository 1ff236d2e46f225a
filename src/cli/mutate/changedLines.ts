import { execFile } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '../start/startError.ts';

const run = promisify(execFile);
const MAX_BYTES = 1 << 26;

/** Whether a line was changed. */
export type IsChanged = (path: string, line: number) => boolean;

/**
 * The lines that differ from those of a git revision, files that git does not know yet among them; undefined if there are none: no Cairo
 * file differs, or lines were only taken away.
 * `cwd`: a folder of the repository.
 */
export async function changedLines(since: string, cwd = process.cwd()): Promise<IsChanged | undefined> {
  const git = async (...args: string[]) => (await run('git', args, { maxBuffer: MAX_BYTES, cwd })).stdout;
  try {
    const root = (await git('rev-parse', '--show-toplevel')).trim();
    // The revision is checked for itself, so that no word is taken for an option.
    const commit = (await git('rev-parse', '--verify', '--end-of-options', `${since}^{commit}`)).trim();
    const diff = await git(
      '-c',
      'core.quotepath=off',
      'diff',
      '--unified=0',
      '--inter-hunk-context=0',
      '--no-color',
      '--no-ext-diff',
      '--no-textconv',
      '--text',
      '--no-prefix',
      '--no-relative',
      commit,
      '--',
      ':/*.cairo',
    );
    const added = await git('ls-files', '-z', '--others', '--exclude-standard', '--full-name', '--', ':/*.cairo');
    const files = linesInDiff(diff, root);
    const unknown = new Set(
      added
        .split('\0')
        .filter(Boolean)
        .map((path) => resolve(root, path)),
    );
    if (unknown.size === 0 && [...files.values()].every(({ size }) => size === 0)) return undefined;
    // git names files by their real paths, and class files as the build was started.
    const real = realPaths();
    return (path, line) => unknown.has(real(path)) || (files.get(real(path))?.has(line) ?? false);
  } catch (error) {
    const { stderr, message } = error as { readonly stderr?: string; readonly message: string };
    throw new StartError(
      `git cannot tell what changed since '${since}': ${(stderr || message).trim().split('\n')[0]}. Give --since a commit, a branch or a tag of this repository.`,
    );
  }
}

function realPaths(): (path: string) => string {
  const known = new Map<string, string>();
  return (path) => {
    let real = known.get(path);
    if (real === undefined) known.set(path, (real = realPath(path)));
    return real;
  };
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

/** The lines that a diff without context adds or changes, by file. */
export function linesInDiff(diff: string, root: string): ReadonlyMap<string, ReadonlySet<number>> {
  const files = new Map<string, Set<number>>();
  let lines = new Set<number>();
  /** How many rows of a hunk are left: what they contain may look like anything. */
  let rows = 0;
  for (const row of diff.split('\n')) {
    if (rows > 0) {
      // A note such as "No newline at end of file" is no row.
      if (!row.startsWith('\\')) rows--;
      continue;
    }
    const path = /^\+\+\+ (.+?)\t?$/.exec(row)?.[1];
    if (path !== undefined) files.set(resolve(root, unquoted(path)), (lines = new Set()));
    const [, removed = '1', start, count = '1'] = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(row) ?? [];
    if (start === undefined) continue;
    rows = Number(removed) + Number(count);
    for (let i = 0; i < Number(count); i++) lines.add(Number(start) + i);
  }
  return files;
}

/** The letters that git writes for some characters of names. */
const LETTERS: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
};

/** A name as git writes it: in quotes if it has a quote, a backslash or a control character. */
const unquoted = (name: string): string =>
  name.startsWith('"')
    ? name
        .slice(1, -1)
        .replace(/\\([0-7]{3}|.)/g, (_, code: string) =>
          code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : (LETTERS[code] ?? code),
        )
    : name;
