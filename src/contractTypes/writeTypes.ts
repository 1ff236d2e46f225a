import { mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { atomicWrite } from '../platform/atomicWrite.ts';
import { builtContracts, ContractTypesError } from './builtContracts.ts';
import { contractFile, MARK, type ModuleKind } from './contractText.ts';

/** What is to be written. */
export interface TypesRequest {
  /** The folder of the package, or of class files. */
  readonly folder: string;
  /** The folder of the written files. */
  readonly output: string;
  readonly kind: ModuleKind;
  /** Nothing is written: only what would be is told. */
  readonly isCheck: boolean;
}

/** What was written, by the names of files. */
export interface WrittenTypes {
  /** Files whose text is new. */
  readonly changed: readonly string[];
  readonly unchanged: readonly string[];
  /** Files that were written for contracts that are no longer built. */
  readonly left: readonly string[];
}

/** Writes a file for each contract that Scarb has built. Files that nobody but us wrote are replaced, others never. */
export async function writeTypes({ folder, output, kind, isCheck }: TypesRequest): Promise<WrittenTypes> {
  const contracts = await builtContracts(folder);
  const texts = new Map(
    contracts.map((contract) => [
      `${contract.exportName}.ts`,
      contractFile(contract, relative(resolve(output), contract.path).replaceAll('\\', '/'), kind),
    ]),
  );
  const changed: string[] = [];
  const unchanged: string[] = [];
  for (const [file, text] of texts)
    ((await writeOwn(join(output, file), text, { isCheck })) ? changed : unchanged).push(file);
  const left: string[] = [];
  for (const file of (await readdir(output).catch(() => [])).filter((name) => name.endsWith('.ts')).sort())
    if (!texts.has(file) && (await readFile(join(output, file), 'utf8').catch(() => '')).startsWith(MARK))
      left.push(file);
  return { changed, unchanged, left };
}

/** Writes a file of ours if its text is new, and returns whether it is. A file of somebody else is an error. */
export async function writeOwn(path: string, text: string, { isCheck = false } = {}): Promise<boolean> {
  const before = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new ContractTypesError(`${path} cannot be read: ${error.message}`);
  });
  // Git may have changed the ends of lines.
  if (before?.replaceAll('\r\n', '\n') === text) return false;
  if (before !== undefined && !before.startsWith(MARK))
    throw new ContractTypesError(
      `${path} exists and was not written by starbox, so it is not replaced. Choose another place, or remove the file.`,
    );
  if (isCheck) return true;
  try {
    await mkdir(dirname(path), { recursive: true });
    await atomicWrite(path, text, { mode: 0o666, durable: false });
  } catch (error) {
    throw new ContractTypesError(`${path} cannot be written: ${(error as Error).message}`);
  }
  return true;
}
