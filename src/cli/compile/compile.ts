import { writeFileSync } from 'node:fs';
import { formatCasm } from '../../cairo/casmJson.ts';
import { isObject, type Json } from '../../json/json.ts';
import { parseJson } from '../../json/parseJson.ts';
import { ioReason } from '../../platform/ioReason.ts';
import { readTextSync } from '../../platform/regularFile.ts';
import { sourceLimits } from '../../protocol/sourceLimits.ts';
import { libfuncList, parseLibfuncList } from '../../sierra/class/libfuncList.ts';
import { readSierraFile } from '../../sierra/class/readSierraClass.ts';
import { compileContract, DEFAULT_MAX_CASM_FELTS } from '../../sierra/compileContract.ts';
import { SierraError } from '../../sierra/sierraError.ts';
import { optionsHelp } from '../commands/commandOptions.ts';
import { readArguments } from '../commands/readArguments.ts';
import { UsageError } from '../options/usageError.ts';
import { StartError } from '../start/startError.ts';

/** Options of `starbox compile`, named as the official compiler names them. */
export interface CompileCommandOptions {
  /** A built-in list: audited, all or experimental. */
  readonly allowedLibfuncsListName?: string;
  readonly allowedLibfuncsListFile?: string;
  readonly maxBytecodeSize?: number;
}

const HELP = `Compile a Sierra class to CASM

Usage: starbox compile [OPTIONS] IN [OUT]

  IN   the class file a Cairo compiler wrote (.contract_class.json)
  OUT  the file to write; printed when it is left out

Options:
${optionsHelp('compile', { 'max-bytecode-size': DEFAULT_MAX_CASM_FELTS })}`;

/** Runs `starbox compile` with these arguments. Returns whether the only output was a file. */
export function compileLine(words: readonly string[]): boolean {
  const read = readArguments('compile', words);
  if (!read) {
    process.stdout.write(HELP);
    return false;
  }
  const [input, output, ...rest] = read.words;
  const values = read.own as Readonly<Record<string, string | undefined>>;
  if (input === undefined || rest.length)
    throw new UsageError(`compile takes a class file and, if you like, a file to write; see 'starbox compile --help'`);
  const size = values['max-bytecode-size'];
  if (size !== undefined && !/^\d{1,9}$/.test(size))
    throw new UsageError(`invalid value '${size}' for '--max-bytecode-size <WORDS>': it must be a number of words`);
  compileCommand(input, output, {
    ...(values['allowed-libfuncs-list-name'] && { allowedLibfuncsListName: values['allowed-libfuncs-list-name'] }),
    ...(values['allowed-libfuncs-list-file'] && { allowedLibfuncsListFile: values['allowed-libfuncs-list-file'] }),
    ...(size !== undefined && { maxBytecodeSize: Number(size) }),
  });
  return output !== undefined;
}

/** `starbox compile IN [OUT]`: compiles a Sierra class file into a CASM class file; without OUT it is printed. */
function compileCommand(input: string, output: string | undefined, options: CompileCommandOptions = {}): void {
  const { allowedLibfuncsListName: name, allowedLibfuncsListFile: file, maxBytecodeSize } = options;
  if (name !== undefined && file !== undefined)
    throw new StartError('Give either --allowed-libfuncs-list-name or --allowed-libfuncs-list-file, not both.');
  try {
    const list = file === undefined ? libfuncList(name ?? 'all') : parseLibfuncList(readText(file), file);
    const wayOut = "Run with '--allowed-libfuncs-list-name all' to allow all libfuncs.";
    const libfuncs = list && { list, name: file ?? name ?? 'all', wayOut };
    const maxCasmFelts = maxBytecodeSize ?? DEFAULT_MAX_CASM_FELTS;
    const json = readJson(input);
    if (isObject(json as Json) && 'bytecode' in (json as object) && !('sierra_program' in (json as object)))
      throw new StartError(
        `'${input}' is already compiled (CASM). Give the Sierra file, which ends in .contract_class.json.`,
      );
    const casm = compileContract(readSierraFile(json), { libfuncs, maxCasmFelts });
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
    return readTextSync(path);
  } catch (error) {
    throw new StartError(`'${path}' cannot be read: ${ioReason(error)}`);
  }
}

function readJson(path: string): unknown {
  const text = readText(path);
  try {
    return parseJson(text, sourceLimits.fileJson);
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
