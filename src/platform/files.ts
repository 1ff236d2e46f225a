import { ChainError } from '../protocol/chainError.ts';
import { atomicWrite } from './atomicWrite.ts';
import { checkNotInUse } from './fileLock.ts';
import { ioReason } from './ioReason.ts';
import { ListFile } from './listFile.ts';
import { readRegular, UnfitFileError } from './regularFile.ts';
import { type FileKind, type KindOfFile, modeOfReplaced } from './replaceable.ts';
import { type AllowedFolders, isNewFileName, NEW_FILE_EXTENSIONS, requestPaths } from './requestPaths.ts';

export interface NodeFilesOptions extends AllowedFolders {
  /** The most bytes that a request may have read from a file. */
  readonly mostBytes: number;
  /** Recognises files of ours, which alone are replaced. */
  readonly kindOfFile: KindOfFile;
}

const failed = (message: string) => new ChainError('dumpFailed', { message });
const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** The files of this machine as far as requests may reach them; every failure is a ChainError of the kind dumpFailed. */
export function nodeFiles(options: NodeFilesOptions) {
  const { mostBytes, kindOfFile } = options;
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

  /** Of two writes to one file, the one that was asked for later has the last word. */
  const turns = new Map<string, Promise<void>>();
  const inTurn = async (path: string, write: () => Promise<void>): Promise<void> => {
    const turn = (turns.get(path) ?? Promise.resolve()).catch(() => undefined).then(write);
    turns.set(path, turn);
    try {
      await turn;
    } finally {
      if (turns.get(path) === turn) turns.delete(path);
    }
  };

  return {
    async read(path: string): Promise<Uint8Array> {
      const verdict = path === '' ? ({ kind: 'outside' } as const) : await judge(path);
      // Outside the allowed folders nothing exists, as far as a request can tell.
      if (verdict.kind === 'outside') throw failed('The file does not exist');
      if (verdict.kind === 'refused') throw failed(`Deserialization error: ${path}: ${verdict.reason}.`);
      try {
        return await readRegular(verdict.path, mostBytes, '--request-body-size-limit');
      } catch (error) {
        throw failed(isMissing(error) ? 'The file does not exist' : `Deserialization error: ${ioReason(error)}`);
      }
    },

    async write(path: string, content: string | Uint8Array, kind: FileKind, readers: 'owner' | 'all'): Promise<void> {
      const { path: real, keptFor } = await target(path);
      const write = async () => {
        if (keptFor !== undefined && keptFor !== kind)
          throw new UnfitFileError(`${path} is kept for the ${keptFor} of this chain. Choose another name.`);
        await checkNotInUse(real, path);
        const mode = await modeOfReplaced(real, { kind, name: path, kindOfFile });
        if (mode === undefined && keptFor === undefined && !isNewFileName(real))
          throw new UnfitFileError(
            `a new file needs a name that ends in one of ${NEW_FILE_EXTENSIONS.join(', ')}, which ${path} does not`,
          );
        await atomicWrite(real, content, { mode: readers === 'owner' ? 0o600 : (mode ?? 0o666), durable: true });
      };
      await inTurn(real, write).catch((error: unknown) => {
        throw failed(`I/O error: ${ioReason(error)}`);
      });
    },

    /** The list in the file of `--dump-path`, which is locked since the start. */
    list(path: string) {
      let list: Promise<ListFile> | undefined;
      const opened = () =>
        (list ??= target(path).then(({ path: real }) => new ListFile(real, { kind: 'dump', name: path, kindOfFile })));
      const telling = (error: unknown) => {
        throw error instanceof ChainError ? error : failed(`I/O error: ${ioReason(error)}`);
      };
      return {
        isAt: async (other: string) => {
          const verdict = await judge(other);
          return verdict.kind === 'allowed' && verdict.keptFor === 'dump';
        },
        replace: (items: readonly string[], readers: 'owner' | 'all') =>
          opened()
            .then((file) => file.replace(items, readers))
            .catch(telling),
        append: (items: readonly string[], readers: 'owner' | 'all') =>
          opened()
            .then((file) => file.append(items, readers))
            .catch(telling),
      };
    },
  };
}
