import type { WriteFile } from '../async/fileTarget.ts';
import { ChainError } from '../protocol/chainError.ts';
import { hint, message, type Words } from '../protocol/message.ts';
import { atomicWrite } from './atomicWrite.ts';
import { ContentError, checkedContent } from './checkedContent.ts';
import { DiskAllowance } from './diskAllowance.ts';
import { checkNotInUse } from './fileLock.ts';
import { ioReason } from './ioReason.ts';
import { ListFile } from './listFile.ts';
import { objectionTo } from './newFileName.ts';
import { readRegular, UnfitFileError } from './regularFile.ts';
import { type FileKind, type KindOfFile, modeOfReplaced } from './replaceable.ts';
import { type AllowedFolders, requestPaths } from './requestPaths.ts';

export interface NodeFilesOptions extends AllowedFolders {
  /** The maximum size of a file that a request may load. */
  readonly maxBytes: number;
  /** Recognises files of this program: no other files are replaced. */
  readonly kindOfFile: KindOfFile;
  /** Whether the reserved files, `dumpPath` and `statePath`, may be written. Boxes may not: these files belong to the main chain. */
  readonly writesReserved?: boolean;
  /** What the files may take, together with those of other chains of the same run. */
  readonly allowance?: DiskAllowance;
}

const failed = (message: Words) => new ChainError('dumpFailed', { message });
const reasonOf = (error: unknown): Words => (error instanceof UnfitFileError ? error.words : ioReason(error));
const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** The files that requests may use. Every failure is a ChainError of the kind dumpFailed. */
export function nodeFiles(options: NodeFilesOptions) {
  const { maxBytes, kindOfFile, writesReserved = true, allowance = new DiskAllowance() } = options;
  const judge = requestPaths(options);

  /** The resolved path to write to. Throws if requests may not write there. */
  const target = async (path: string) => {
    const verdict = await judge(path);
    if (verdict.kind === 'allowed') return verdict;
    throw failed(
      verdict.kind === 'refused'
        ? `I/O error: ${path}: ${verdict.reason}. Choose another name.`
        : message`I/O error: ${path} lies outside the working folder and the dump folders: ${hint('dumpFolder')}.`,
    );
  };

  /** Writes to one file run in the order of their requests. */
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
      // A request must not learn whether a file exists outside the allowed folders.
      if (verdict.kind === 'outside') throw failed('The file does not exist');
      if (verdict.kind === 'refused') throw failed(`Deserialization error: ${path}: ${verdict.reason}.`);
      try {
        return await readRegular(verdict.path, maxBytes, message`${hint('bodySizeLimit')}`);
      } catch (error) {
        throw failed(isMissing(error) ? 'The file does not exist' : message`Deserialization error: ${reasonOf(error)}`);
      }
    },

    async write(
      path: string,
      content: string | Uint8Array | WriteFile,
      kind: FileKind,
      readers: 'owner' | 'all',
    ): Promise<void> {
      const { path: real, reservedFor, inNamedFolder, inPackages } = await target(path);
      const write = async () => {
        if (reservedFor !== undefined && !writesReserved)
          throw new UnfitFileError(`${path} belongs to the main chain of the server. Choose another name.`);
        if (reservedFor !== undefined && reservedFor !== kind)
          throw new UnfitFileError(`${path} is kept for the ${reservedFor} of this chain. Choose another name.`);
        if (inPackages)
          throw new UnfitFileError(
            `${path} is below a folder of packages, where requests write nothing. Choose another folder.`,
          );
        await checkNotInUse(real, path);
        const mode = await modeOfReplaced(real, { kind, name: path, kindOfFile });
        const isNew = mode === undefined && reservedFor === undefined;
        const objection = isNew ? objectionTo({ path: real, name: path, kind, inNamedFolder }) : undefined;
        if (objection !== undefined) throw new UnfitFileError(objection);
        const save = async (count: (bytes: number) => Promise<void>) => {
          if (typeof content !== 'function') await count(Buffer.byteLength(content));
          const checked = typeof content === 'function' ? checkedContent(content, count) : content;
          await atomicWrite(real, checked, { mode: readers === 'owner' ? 0o600 : (mode ?? 0o666), durable: true });
        };
        // The user gave the reserved files their place, and there is one of each.
        if (reservedFor === undefined) await allowance.write(real, save);
        else await save(() => Promise.resolve());
      };
      await inTurn(real, write).catch((error: unknown) => {
        if (error instanceof ContentError) throw error.cause;
        throw failed(message`I/O error: ${reasonOf(error)}`);
      });
    },

    /** The growing list in the file `dumpPath`, which has been locked since the start. */
    list(path: string) {
      let list: Promise<ListFile> | undefined;
      const opened = () =>
        (list ??= target(path).then(({ path: real }) => new ListFile(real, { kind: 'dump', name: path, kindOfFile })));
      const rethrow = (error: unknown) => {
        throw error instanceof ChainError ? error : failed(`I/O error: ${ioReason(error)}`);
      };
      return {
        isAt: async (other: string) => {
          const verdict = await judge(other);
          return verdict.kind === 'allowed' && verdict.reservedFor === 'dump';
        },
        replace: (items: readonly string[], readers: 'owner' | 'all') =>
          opened()
            .then((file) => file.replace(items, readers))
            .catch(rethrow),
        append: (items: readonly string[], readers: 'owner' | 'all') =>
          opened()
            .then((file) => file.append(items, readers))
            .catch(rethrow),
      };
    },
  };
}
