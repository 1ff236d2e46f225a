// Projects as users have them: a folder with the packed package installed.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { root } from './documentBlocks.ts';
import { packPackage } from './packedPackage.ts';

export const modules = join(root, 'node_modules');

let packed: ReturnType<typeof packPackage> | undefined;
afterAll(() => {
  if (packed) rmSync(packed.folder, { recursive: true, force: true });
});

/** The package as npm would publish it, unpacked. It is packed once for all projects of a test file. */
export function packedPackage(): string {
  if (!packed) {
    packed = packPackage();
    // Its declarations find those of other packages there.
    symlinkSync(modules, join(packed.folder, 'node_modules'), 'junction');
  }
  return packed.path;
}

/** Packages that users would install beside ours. They are linked, so nothing may install or remove packages in a project. */
const OTHERS = [
  'ws',
  'starknet',
  'vitest',
  'jest',
  'expect',
  'playwright-core',
  '@playwright/test',
  'fast-check',
  'react',
  'react-dom',
  '@starknet-io/get-starknet-core',
  'esbuild',
  '@foundry-rs/anvil',
  '@ethereumjs/vm',
  'viem',
  '@electric-sql/pglite',
  '@electric-sql/pglite-socket',
  '@snapshot-labs/checkpoint',
];

export interface UserProject {
  readonly folder: string;
  /** Runs a program in the folder. Ends with what it printed. */
  run(command: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<ProgramEnd>;
  remove(): void;
}

export interface ProgramEnd {
  readonly status: number | null;
  readonly stdout: string;
  /** What it printed to both outputs. */
  readonly output: string;
}

/** A folder with a copy of an example, or an empty one, and the package installed. */
export function userProject(example?: string): UserProject {
  const folder = mkdtempSync(join(tmpdir(), `starbox-${example ?? 'project'}-`));
  if (example) cpSync(join(root, 'examples', example), folder, { recursive: true });
  const installed = join(folder, 'node_modules');
  mkdirSync(installed);
  cpSync(packedPackage(), join(installed, 'starbox'), { recursive: true });
  for (const other of OTHERS.filter((name) => existsSync(join(modules, name)))) {
    mkdirSync(dirname(join(installed, other)), { recursive: true });
    symlinkSync(join(modules, other), join(installed, other), 'junction');
  }
  return {
    folder,
    run: (command, args, env = {}) => runProgram(folder, command, args, env),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** Puts a class file where Scarb would write it, or into another folder. */
export function addBuild(project: UserProject, name: string, sierra: string, folder = 'target/dev'): void {
  const file = join(project.folder, folder, `${name}.contract_class.json`);
  mkdirSync(dirname(file), { recursive: true });
  cpSync(join(root, 'contracts/classes', `${sierra}.sierra.json`), file);
}

/** Programs are not to behave as in this test runner. */
const OWN_VARIABLES = [
  'VITEST',
  'VITEST_MODE',
  'VITEST_WORKER_ID',
  'VITEST_POOL_ID',
  'NODE_OPTIONS',
  'NODE_TEST_CONTEXT',
  'FORCE_COLOR',
];

function runProgram(
  cwd: string,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ProgramEnd> {
  const kept = Object.entries(process.env).filter(([name]) => !OWN_VARIABLES.includes(name));
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...Object.fromEntries(kept), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    // A program that does not end is a failure, whose output tells where it stands.
    const limit = setTimeout(() => child.kill('SIGKILL'), 600_000);
    child.on('error', reject);
    child.on('close', (status) => {
      clearTimeout(limit);
      resolve({ status, stdout, output });
    });
  });
}
