// The registries of packages, through their ordinary clients.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Runs a command and returns what it prints; throws if it fails. */
export type Run = (command: string, args: readonly string[]) => Promise<string>;

/** A registry: the newest release of a package, and the folder with the files of a release. */
export interface Registry {
  newest(name: string, known: string): Promise<string>;
  folder(name: string, version: string): Promise<string>;
}

const TIMEOUT_MILLISECONDS = 180_000;
const MAX_OUTPUT = 2 ** 24;

export const runCommand: Run = async (command, args) => {
  // On Windows npm is a script, which only a shell starts. The arguments are names and versions.
  const shell = process.platform === 'win32';
  const { stdout } = await promisify(execFile)(command, [...args], {
    timeout: TIMEOUT_MILLISECONDS,
    maxBuffer: MAX_OUTPUT,
    shell,
  });
  return stdout;
};

/** The Rust registry, through `cargo info`, which also stores the files of a crate below the folder of cargo. */
export function crates(run: Run, cargoHome = process.env['CARGO_HOME'] ?? join(homedir(), '.cargo')): Registry {
  const info = (name: string, version: string) => run('cargo', ['info', `${name}@${version}`, '--color', 'never']);
  return {
    async newest(name, known) {
      const [, version, latest] = /^version: (\S+)(?: \(latest (\S+)\))?/m.exec(await info(name, known)) ?? [];
      if (version === undefined) throw new Error(`cargo shows no version of ${name}.`);
      return latest ?? version;
    },
    async folder(name, version) {
      await info(name, version);
      const sources = join(cargoHome, 'registry/src');
      const found = (existsSync(sources) ? readdirSync(sources) : [])
        .map((index) => join(sources, index, `${name}-${version}`))
        .find((folder) => existsSync(folder));
      if (!found) throw new Error(`cargo stored no files of ${name} ${version} in ${sources}.`);
      return found;
    },
  };
}

/** The registry of npm. Packages are installed into `folder`, without running their scripts. */
export function npm(run: Run, folder: string): Registry {
  return {
    newest: async (name) => {
      const version = JSON.parse(await run('npm', ['view', name, 'version', '--json']));
      if (typeof version !== 'string') throw new Error(`npm shows no version of ${name}.`);
      return version;
    },
    async folder(name, version) {
      const place = join(folder, `${name.replace(/\W/g, '-')}-${version}`);
      await run('npm', [
        'install',
        `${name}@${version}`,
        '--prefix',
        place,
        '--ignore-scripts',
        '--no-audit',
        '--no-fund',
      ]);
      return join(place, 'node_modules', name);
    },
  };
}

/** What is read of a repository: some of its branches, and one of its folders. */
export interface RepositoryPart {
  readonly branches: readonly string[];
  readonly folder: string;
}

const RELEASE_BRANCH = /\trefs\/heads\/(main-v(\d+)\.(\d+)\.(\d+))$/gm;

/** Repositories that publish no package. A release is a branch such as main-v0.14.3. Only the part that is read is copied into `folder`. */
export function git(run: Run, folder: string, { branches, folder: part }: RepositoryPart): Registry {
  return {
    async newest(name) {
      const releases = [...(await run('git', ['ls-remote', '--heads', name, 'main-v*'])).matchAll(RELEASE_BRANCH)];
      const order = ([, , ...numbers]: RegExpExecArray) =>
        numbers.reduce((sum, number) => sum * 1000 + Number(number), 0);
      const [newest] = releases.sort((a, b) => order(b) - order(a));
      if (!newest) throw new Error(`${name} has no branches of releases.`);
      return newest[1]!;
    },
    async folder(name, version) {
      const place = join(folder, `git-${version}`);
      for (const branch of branches) {
        const copy = join(place, branch);
        await run('git', [
          'clone',
          '--quiet',
          '--depth=1',
          '--filter=blob:none',
          '--no-checkout',
          `--branch=${branch}`,
          name,
          copy,
        ]);
        await run('git', ['-C', copy, 'checkout', '--quiet', branch, '--', part]);
      }
      return place;
    },
  };
}
