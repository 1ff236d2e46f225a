import { join } from 'node:path';
import { AbiError } from '../../abi/abiError.ts';
import { buildOutput, ContractTypesError } from '../../contractTypes/builtContracts.ts';
import { type TypesRequest, type WrittenTypes, writeTypes } from '../../contractTypes/writeTypes.ts';
import { UsageError } from '../options/usageError.ts';
import { StartError } from '../start/startError.ts';
import { optionsHelp } from './commandOptions.ts';
import { readArguments } from './readArguments.ts';

const OUTPUT = 'typed';

const HELP = `Write a TypeScript file for each contract that Scarb has built, for box.deploy(Token, { … }) with types

Usage: starbox types [OPTIONS] [DIR]

  DIR  the folder of the package, or one with class files (.contract_class.json) [default: .]

The files have the ABI, the names of parameters, the documentation of the Cairo sources and the place of the class. They are the same
for the same contracts, so they can be committed.

Options:
${optionsHelp('types', { output: OUTPUT })}
Examples:
  starbox types
  starbox types target/dev -o test/contracts
  starbox types --check
`;

/** `starbox types [DIR]`. */
export async function typesCommand(args: readonly string[]): Promise<number> {
  const read = readArguments('types', args);
  if (!read) {
    process.stdout.write(HELP);
    return 0;
  }
  const { words, own } = read;
  if (words.length > 1) throw new UsageError(`types takes one folder; see 'starbox help types'`);
  if (own['check'] && own['watch']) throw new UsageError('--check and --watch exclude each other');
  const request: TypesRequest = {
    folder: words[0] ?? '.',
    output: String(own['output'] ?? OUTPUT),
    kind: own['commonjs'] ? 'commonjs' : 'esm',
    isCheck: own['check'] === true,
  };
  if (own['watch']) return watchTypes(request);
  const written = await writeTypes(request).catch(asStartError);
  if (request.isCheck) return tellCheck(request, written);
  tell(request, written);
  return 0;
}

const place = ({ output }: TypesRequest, files: readonly string[]): string =>
  files.map((file) => join(output, file)).join(', ');

function tell(request: TypesRequest, { changed, unchanged, left }: WrittenTypes): void {
  if (changed.length > 0) process.stdout.write(`Wrote ${place(request, changed)}.\n`);
  else process.stdout.write(`${place(request, unchanged)}: up to date.\n`);
  if (left.length > 0)
    process.stderr.write(`${place(request, left)}: Scarb has built no such contract; remove what you do not need.\n`);
}

function tellCheck(request: TypesRequest, { changed, unchanged }: WrittenTypes): number {
  if (changed.length === 0) {
    process.stdout.write(`${place(request, unchanged)}: up to date.\n`);
    return 0;
  }
  process.stderr.write(`${place(request, changed)}: out of date. Run 'starbox types' and commit the result.\n`);
  return 1;
}

/** Writes types after each build, until the process is ended. */
async function watchTypes(request: TypesRequest): Promise<number> {
  const output = await buildOutput(request.folder).catch(asStartError);
  let last = '';
  let run: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    try {
      const stamps = (await output.list()).map(({ path, stamp }) => `${path} ${stamp}`).join('\n');
      if (stamps === last) return;
      last = stamps;
      tell(request, await writeTypes(request));
    } catch (error) {
      // A build may be under way; the next one is looked at again.
      if (!isExpected(error)) throw error;
      process.stderr.write(`${error.message}\n`);
    }
  };
  await look();
  process.stdout.write('Watching for builds. Press Ctrl-C to end.\n');
  return new Promise((resolve, reject) => {
    const keepAlive = setInterval(() => undefined, 2 ** 30);
    const stop = output.watch(() => {
      run = run.then(look).catch(reject);
    });
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => {
        stop();
        clearInterval(keepAlive);
        resolve(0);
      });
  });
}

const isExpected = (error: unknown): error is Error => error instanceof ContractTypesError || error instanceof AbiError;

function asStartError(error: unknown): never {
  throw isExpected(error) ? new StartError(error.message) : error;
}
