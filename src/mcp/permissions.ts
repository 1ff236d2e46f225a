// What an agent may reach beside its chains: files of the project to read, one folder to write to, nodes to fork. The user's options decide.
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { builtClass } from '../library/files/builtClass.ts';
import { isHiddenName } from '../platform/configurationNames.ts';
import { filesNamed } from '../platform/filesNamed.ts';
import { namesBelow, oddName, realPath } from '../platform/requestPaths.ts';
import { ToolError } from './answer.ts';
import { shown } from './input.ts';

export interface AgentPermissions {
  /** The folder whose files can be read: that of the project. */
  readonly project: string;
  /** The folder that files can be written to; undefined if none can be written. */
  readonly write: string | undefined;
  /** The nodes that can be forked. */
  readonly forks: readonly string[];
  /** Whether `scarb build` can be run in the project. */
  readonly build: boolean;
}

/** Class files, state files and records. */
const READ = /\.(?:json|starbox|state|record)$/;
const SEGMENT = /^[\w][\w.-]{0,99}$/;

/** Whether a folder has everything of a machine or of a person in it. */
const isTooWide = (folder: string): boolean => {
  const full = resolve(folder);
  return dirname(full) === full || full === resolve(homedir());
};

function checkProject(project: string): void {
  if (isTooWide(project))
    throw new ToolError(
      'No file is read here: starbox was started in the root or the home folder, which is no project. Set the working folder (cwd) of the server to that of the project in the configuration of the client.',
    );
}

/** The path of a file of the project that may be read. */
export async function readablePath(word: string, { project }: AgentPermissions): Promise<string> {
  if (!READ.test(word))
    throw new ToolError(
      `${shown(word)} is not read: only class files (.json), state files (.starbox) and records (.record) are.`,
    );
  checkProject(project);
  const full = resolve(project, word);
  const odd = oddName(full, [project]);
  if (odd !== undefined) throw new ToolError(`${shown(word)} is not read: ${odd}.`);
  // Of a path that leads elsewhere, the file system is not asked.
  const path = namesBelow(resolve(project), full) && (await realPath(full));
  const names = path && namesBelow(await realPath(project), path);
  if (!names)
    throw new ToolError(
      `${shown(word)} is outside of the project, the folder that starbox was started in. Copy the file there, or start it elsewhere.`,
    );
  if (names.some(isHiddenName))
    throw new ToolError(`${shown(word)} is hidden: files and folders whose names begin with a dot are not read.`);
  return path;
}

/** The class file that a word means: the name of a contract that Scarb has built, or a path. */
export async function classFileOf(word: string, permissions: AgentPermissions): Promise<string> {
  if (/[/\\]|\.json$/.test(word)) return readablePath(word, permissions);
  if (!/^\w{1,200}$/.test(word))
    throw new ToolError(
      `${shown(word)} is neither the name of a contract, such as Counter, nor the path of a class file in the project.`,
    );
  checkProject(permissions.project);
  const files = { ...(await filesNamed(word, permissions.project)), isFile: false };
  if (files.built.length === 0)
    throw new ToolError(
      `No build of a contract ${word} was found in target/dev or target/release beside a Scarb.toml of the project. ${permissions.build ? 'Deploy with build true, which runs scarb build' : "Run 'scarb build'"}, or give the path of a class file.`,
    );
  const built = builtClass(word, files);
  // It may be a link, or beside a Scarb.toml above the project.
  return readablePath(built, permissions);
}

/** The path of a new file in the folder for files. */
export async function writablePath(word: string, { project, write }: AgentPermissions): Promise<string> {
  if (write === undefined)
    throw new ToolError(
      'Files are not written here. The user can allow it with starbox mcp --allow-write DIR. Without file, a test is returned as text.',
    );
  // Some name it from the folder of the project, as they write it elsewhere.
  const own = `${relative(project, resolve(write)).replaceAll('\\', '/')}/`;
  const segments = (word.startsWith(own) ? word.slice(own.length) : word).split('/');
  if (isAbsolute(word) || segments.length > 4 || segments.some((segment) => !SEGMENT.test(segment)))
    throw new ToolError(
      `${shown(word)} is no name for a file below the folder of --allow-write, such as found/counter.test.ts.`,
    );
  const folder = await realPath(write);
  const path = join(folder, ...segments);
  // No link below the folder leads out of it.
  if ((await realPath(dirname(path))) !== dirname(path) || (await realPath(path)) !== path)
    throw new ToolError(`${shown(word)} goes through a link. Choose another name.`);
  return path;
}

/** Throws unless a node may be forked. */
export function checkFork(url: string, { forks }: AgentPermissions): void {
  if (forks.some((allowed) => sameUrl(allowed, url))) return;
  const listed = forks.length === 0 ? 'No node may be forked.' : `These may be forked: ${forks.join(', ')}.`;
  throw new ToolError(
    `${shown(url)} may not be forked. ${listed} The user can allow it with starbox mcp --allow-fork URL. A record of a node (a .record file of the project) needs no permission.`,
  );
}

const sameUrl = (a: string, b: string): boolean =>
  URL.canParse(a) && URL.canParse(b) ? new URL(a).href === new URL(b).href : a === b;
