import { readFileSync, writeFileSync } from 'node:fs';
import { formatCasm } from '../cairo/casmJson.ts';
import { libfuncList, parseLibfuncList } from '../sierra/class/libfuncList.ts';
import { readSierraClass } from '../sierra/class/sierraClass.ts';
import { compileContract } from '../sierra/compileContract.ts';
import { SierraError } from '../sierra/sierraError.ts';
import { ioReason } from './configure.ts';
import { StartError } from './startError.ts';

/** Options of `starbox compile`, named as the official compiler names them. */
export interface CompileCommandOptions {
  /** A built-in list: audited, all or experimental. */
  readonly allowedLibfuncsListName?: string;
  readonly allowedLibfuncsListFile?: string;
  readonly maxBytecodeSize?: number;
}

// As the official command has it; the network allows less (NETWORK_LIMITS).
const DEFAULT_MAX_BYTECODE_SIZE = 180_000;

/** `starbox compile IN [OUT]`: compiles a Sierra class file into a CASM class file; without OUT it is printed. */
export function compileCommand(input: string, output: string | undefined, options: CompileCommandOptions = {}): void {
  const { allowedLibfuncsListName: name, allowedLibfuncsListFile: file, maxBytecodeSize } = options;
  if (name !== undefined && file !== undefined)
    throw new StartError('Give either --allowed-libfuncs-list-name or --allowed-libfuncs-list-file, not both.');
  try {
    const libfuncs =
      file === undefined
        ? { name: name ?? 'Default libfunc list', list: libfuncList(name ?? 'audited') }
        : { name: file, list: parseLibfuncList(readText(file), file) };
    const maxCasmFelts = maxBytecodeSize ?? DEFAULT_MAX_BYTECODE_SIZE;
    const casm = compileContract(readSierraClass(readJson(input)), { libfuncs, maxCasmFelts });
    const text = `${JSON.stringify(formatCasm(casm), null, 2)}\n`;
    if (output === undefined) process.stdout.write(text);
    else writeText(output, text);
  } catch (error) {
    if (error instanceof SierraError) throw new StartError(`Compilation failed.\n\nCaused by:\n    ${error.message}`);
    throw error;
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new StartError(`'${path}' cannot be read: ${ioReason(error)}`);
  }
}

function readJson(path: string): unknown {
  const text = readText(path);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StartError(`'${path}' is not JSON: ${(error as Error).message}`);
  }
}

function writeText(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new StartError(`'${path}' cannot be written: ${ioReason(error)}`);
  }
}
