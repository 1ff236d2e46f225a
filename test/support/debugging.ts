// The contracts of contracts/debugging as a project of a user: sources, Scarb.toml and build output with debug information.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Sandbox } from '../../src/index.ts';

const SOURCE = join(import.meta.dirname, '../../contracts/debugging');
/** Where Scarb keeps the core library. */
const CORE = '/home/user/.cache/scarb/registry/std/core/src';
const CONTRACTS = ['Market', 'Desk', 'Book'] as const;

export interface Mark {
  readonly file: string;
  readonly line: number;
}

export class DebuggingProject {
  /** The folder with Scarb.toml, with slashes on Windows too, as its name is written into JSON. */
  readonly folder = mkdtempSync(join(tmpdir(), 'starbox-debugging-')).replaceAll('\\', '/');

  constructor() {
    cpSync(join(SOURCE, 'src'), join(this.folder, 'src'), { recursive: true });
    cpSync(join(SOURCE, 'Scarb.toml'), join(this.folder, 'Scarb.toml'));
    mkdirSync(join(this.folder, 'target/dev'), { recursive: true });
    for (const name of CONTRACTS) {
      const packed = readFileSync(join(SOURCE, `classes/debugging_${name}.contract_class.json.gz`));
      const text = gunzipSync(packed).toString().replaceAll('{core}', CORE).replaceAll('{project}', this.folder);
      writeFileSync(this.classFile(name), text);
    }
  }

  get artifacts(): string {
    return join(this.folder, 'target/dev');
  }

  classFile(name: (typeof CONTRACTS)[number]): string {
    return join(this.artifacts, `debugging_${name}.contract_class.json`);
  }

  /** Deploys Book, Desk and Market. Returns the address of Market. */
  async deploy(box: Sandbox): Promise<`0x${string}`> {
    let address: `0x${string}` | undefined;
    for (const name of CONTRACTS.toReversed()) {
      const contractClass = JSON.parse(readFileSync(this.classFile(name), 'utf8'));
      const args = (address === undefined ? [] : [address]) as never;
      ({ address } = await box.deploy(contractClass, args));
    }
    return address!;
  }

  /** The line of the sources that has a mark. */
  mark(name: string): Mark {
    for (const file of readdirSync(join(this.folder, 'src'))) {
      const lines = readFileSync(join(this.folder, 'src', file), 'utf8').split('\n');
      const index = lines.findIndex((line) => line.endsWith(`// MARK: ${name}`));
      if (index >= 0) return { file: `${this.folder}/src/${file}`, line: index + 1 };
    }
    throw new Error(`No line has the mark ${name}.`);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
