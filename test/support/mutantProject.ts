import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { finish } from '../../src/async/steps.ts';
import { readSierraFile } from '../../src/sierra/class/readSierraClass.ts';
import { checkedProgram, contractSteps } from '../../src/sierra/compileContract.ts';
import { type ProgramMap, programMap } from '../../src/sierra/programMap.ts';
import { coverableClass } from '../../src/tools/coverage/coverableClass.ts';
import { spanTests } from '../../src/tools/coverage/spanTests.ts';
import { namesByNumber } from '../../src/tools/explain/locations.ts';
import { findMutants } from '../../src/tools/mutants/findMutants.ts';

/** The project contracts/mutants as a user has it after a build: sources, Scarb.toml and class files with debug information. */
export class MutantProject {
  readonly sources = join(import.meta.dirname, '../../contracts/mutants');
  readonly folder = mkdtempSync(join(tmpdir(), 'starbox-mutants-')).replaceAll('\\', '/');

  constructor(contracts: readonly string[] = ['Token', 'Vault', 'Pool']) {
    cpSync(join(this.sources, 'src'), join(this.folder, 'src'), { recursive: true });
    cpSync(join(this.sources, 'Scarb.toml'), join(this.folder, 'Scarb.toml'));
    mkdirSync(join(this.folder, 'target/dev'), { recursive: true });
    for (const name of contracts) {
      const packed = readFileSync(join(this.sources, `classes/mutants_${name}.contract_class.json.gz`));
      const text = gunzipSync(packed)
        .toString()
        .replaceAll('{core}', '/home/user/.cache/scarb/registry/std/core/src')
        .replaceAll('{project}', this.folder);
      writeFileSync(this.classFile(name), text);
    }
  }

  classFile(name: string): string {
    return join(this.folder, `target/dev/mutants_${name}.contract_class.json`);
  }

  source(name: string): string {
    return readFileSync(join(this.sources, `src/${name.toLowerCase()}.cairo`), 'utf8');
  }

  /** The mutants of a contract, with what they were found in. */
  mutantsOf(name: string) {
    const json = JSON.parse(readFileSync(this.classFile(name), 'utf8'));
    const definition = readSierraFile(json);
    let map: ProgramMap | undefined;
    const casm = finish(contractSteps(definition, { onCompiled: (compiled) => (map = programMap(compiled)) }));
    const checked = finish(checkedProgram(definition));
    const debugInfo = json.sierra_program_debug_info;
    const lines = new Map<string, readonly string[]>();
    const linesOf = (file: string) => {
      if (!file.startsWith(this.folder)) return undefined;
      if (!lines.has(file)) lines.set(file, readFileSync(file, 'utf8').split('\n'));
      return lines.get(file);
    };
    const places = spanTests(
      (file) => file.startsWith(this.folder),
      (file) => ({ path: file, lines: linesOf(file) ?? [], isChanged: false }),
    );
    const code = coverableClass(map!, debugInfo, places);
    const functionNames = namesByNumber(debugInfo.user_func_names);
    const mutants = findMutants({ code, ...checked, functionNames, linesOf });
    return { json, definition, casm, checked, code, mutants };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
