import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './documentBlocks.ts';
import { MutantProject } from './mutantProject.ts';

/** How a command ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What `starbox mutate --json` prints. */
export interface MutantSummary {
  readonly score: number | null;
  readonly counts: Readonly<Record<string, number>>;
  readonly contracts: readonly string[];
  readonly without_lines: readonly string[];
  readonly mutants: readonly {
    readonly id: string;
    readonly contract: string;
    readonly function: string;
    readonly kind: string;
    readonly state: string;
    readonly line?: number;
    readonly text: string;
    readonly source?: string;
    readonly killed_by?: string;
    readonly tests: number;
  }[];
}

/** The project of contracts/mutants with this package installed, in which `starbox mutate` runs. */
export class MutateRun extends MutantProject {
  readonly modules = join(this.folder, 'node_modules');

  constructor(contracts?: readonly string[]) {
    super(contracts);
    mkdirSync(this.modules);
    symlinkSync(root, join(this.modules, 'starbox'), 'junction');
    symlinkSync(join(root, 'node_modules/vitest'), join(this.modules, 'vitest'), 'junction');
    this.put('package.json', '{ "type": "module" }');
  }

  put(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), 'utf8');
  }

  /** Runs the command until it ends. */
  mutate(...args: readonly string[]): Promise<Ended> {
    return new Promise((resolve) => {
      const child = spawn(process.execPath, [join(root, 'dist/cli.js'), 'mutate', ...args], { cwd: this.folder });
      let [stdout, stderr] = ['', ''];
      child.stdout.on('data', (text) => (stdout += text));
      child.stderr.on('data', (text) => (stderr += text));
      child.on('close', (code) => resolve({ code, stdout, stderr }));
    });
  }

  /** A test of node:test that splits with the vault of a class file. */
  putSplitTest(name: string, classFile = 'target/dev/mutants_Vault.contract_class.json'): void {
    this.put(
      name,
      `import assert from 'node:assert/strict';
       import test from 'node:test';
       import { withSandbox } from 'starbox/testing';
       const setup = (box) => box.deploy('${classFile}', [box.accounts[0].address, 100n]);
       test('splits', withSandbox({ seed: 7, setup }, async (box, context, vault) => {
         assert.deepEqual(Object.values(await vault.read.split(17n, 5n)), [3n, 2n]);
       }));`,
    );
  }
}

/** The JSON after what the tests printed. */
export const summaryOf = ({ stdout }: Ended): MutantSummary => JSON.parse(stdout);
