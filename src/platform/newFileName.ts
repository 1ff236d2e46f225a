import { basename, extname } from 'node:path';
import { hint, message, type Words } from '../protocol/message.ts';
import { readersOfName } from './configurationNames.ts';
import type { FileKind } from './replaceable.ts';

const OWN_EXTENSIONS = ['.starbox', '.dump', '.state', '.snapshot', '.bin'];
/** Extensions that new files may have. Clients of starknet-devnet write dumps as .json; a state file is not JSON. */
const EXTENSIONS: Readonly<Record<FileKind, readonly string[]>> = {
  dump: ['.json', ...OWN_EXTENSIONS],
  state: OWN_EXTENSIONS,
};
const PLAIN_NAME = /^(?:dump|tmp)[\w-]*$/;

/** A file that a request wants to create. */
export interface NewFile {
  /** The path with its links resolved. */
  readonly path: string;
  /** Its name in messages. */
  readonly name: string;
  readonly kind: FileKind;
  /** Whether it is in a folder that the user named for such files. */
  readonly inNamedFolder: boolean;
}

/**
 * Why a request may not create a file; undefined if it may. Its content is a dump or a state, but the client chooses parts of it, so it
 * must not become a file that another program would run or read as configuration, such as a GNUmakefile. In a folder that the user named
 * for such files, a name without an extension is no danger.
 */
export function objectionTo({ path, name, kind, inNamedFolder }: NewFile): Words | undefined {
  const extensions = EXTENSIONS[kind];
  const isFit =
    extensions.includes(extname(path).toLowerCase()) ||
    (inNamedFolder ? extname(path) === '' : PLAIN_NAME.test(basename(path)));
  if (!isFit)
    return message`a new ${kind === 'state' ? 'state file' : 'dump'} needs a name that ends in one of ${extensions.join(', ')}, which ${name} does not. ${hint('plainFileNames')}`;
  const readers = readersOfName(basename(path));
  if (readers !== undefined)
    return `${name} has a name that is read as configuration by ${readers}, so requests do not create it. Choose another name, such as ${kind === 'state' ? 'chain.starbox' : 'dump.json'}.`;
  return undefined;
}
