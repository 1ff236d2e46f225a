import { open, rm } from 'node:fs/promises';
import { RpcError } from '../protocol/errors.ts';
import { atomicWrite } from './atomicWrite.ts';
import { ioReason } from './ioReason.ts';
import { readRegular, UnfitFileError } from './regularFile.ts';
import { type IsOwnFile, modeOfReplaced } from './replaceable.ts';
import { type AllowedFolders, isNewFileName, NEW_FILE_EXTENSIONS, requestPaths } from './requestPaths.ts';

export interface NodeFilesOptions extends AllowedFolders {
  /** The most bytes that a request may have read from a file. */
  readonly mostBytes: number;
  /** Only files of ours are replaced. */
  readonly isOwnFile: IsOwnFile;
}

const failed = (message: string) => new RpcError('dumpFailed', { message });
const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** The files of this machine as far as requests may reach them; every failure is an RpcError -5. */
export function nodeFiles(options: NodeFilesOptions) {
  const { mostBytes, isOwnFile } = options;
  const judge = requestPaths(options);

  /** Where to write; throws unless requests may write there. */
  const target = async (path: string) => {
    const verdict = await judge(path);
    if (verdict.kind === 'allowed') return verdict;
    throw failed(
      verdict.kind === 'refused'
        ? `I/O error: ${path}: ${verdict.reason}. Choose another name.`
        : `I/O error: ${path} lies outside the working folder and the dump folders. Start with --dump-dir to allow another folder.`,
    );
  };

  return {
    async read(path: string): Promise<string> {
      const verdict = path === '' ? ({ kind: 'outside' } as const) : await judge(path);
      // Outside the allowed folders nothing exists, as far as a request can tell.
      if (verdict.kind === 'outside') throw failed('The file does not exist');
      if (verdict.kind === 'refused') throw failed(`Deserialization error: ${path}: ${verdict.reason}.`);
      try {
        return (await readRegular(verdict.path, mostBytes, '--request-body-size-limit')).toString('utf8');
      } catch (error) {
        throw failed(isMissing(error) ? 'The file does not exist' : `Deserialization error: ${ioReason(error)}`);
      }
    },

    async write(path: string, content: string | Uint8Array, readers: 'owner' | 'all'): Promise<void> {
      const { path: real, isTrusted } = await target(path);
      try {
        const mode = await modeOfReplaced(real, path, isOwnFile);
        if (mode === undefined && !isTrusted && !isNewFileName(real))
          throw new UnfitFileError(
            `a new file needs a name that ends in one of ${NEW_FILE_EXTENSIONS.join(', ')}, which ${path} does not`,
          );
        await atomicWrite(real, content, { mode: readers === 'owner' ? 0o600 : (mode ?? 0o666), durable: true });
      } catch (error) {
        throw failed(`I/O error: ${ioReason(error)}`);
      }
    },

    async append(path: string, item: string, readers: 'owner' | 'all'): Promise<void> {
      const file = await open(path, 'r+').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw failed(`I/O error: ${ioReason(error)}`);
      });
      if (!file) {
        await this.write(path, `[${item}]`, readers);
        return;
      }
      try {
        if (readers === 'owner') await file.chmod(0o600);
        const { size } = await file.stat();
        const last = Buffer.alloc(1);
        if (size > 0) await file.read(last, 0, 1, size - 1);
        if (last.toString() !== ']') throw failed('Format error');
        await file.write(`, ${item}]`, size - 1);
      } finally {
        await file.close();
      }
    },

    async remove(path: string): Promise<void> {
      const { path: real } = await target(path);
      try {
        if ((await modeOfReplaced(real, path, isOwnFile)) !== undefined) await rm(real, { force: true });
      } catch (error) {
        throw failed(`I/O error: ${ioReason(error)}`);
      }
    },
  };
}
