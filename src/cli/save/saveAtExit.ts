// Saves files when the program ends: the state of `--state`, and the dump of `--dump-on exit`, or of `--dump-on block` if that one is
// behind the chain.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeJson } from '../../json/writeJson.ts';
import { atomicWrite } from '../../platform/atomicWrite.ts';
import { ioReason } from '../../platform/ioReason.ts';
import { randomHex } from '../../platform/randomHex.ts';
import type { FileKind, Files, Readers } from '../../rpc/journal/files.ts';
import { entriesOf } from '../../rpc/journal/journalEntry.ts';
import { readersOf } from '../../rpc/journal/writeJournal.ts';
import type { ServerConfig } from '../../rpc/serverConfig.ts';
import type { Hub } from '../../sandbox/hub.ts';
import type { Log } from '../../server/log/log.ts';

/** A file to save. */
interface Saving {
  readonly kind: FileKind;
  readonly path: string;
  readonly extension: string;
  readonly readers: Readers;
  readonly content: () => Promise<string | Uint8Array>;
}

/**
 * Saves the files that the options name. A file that cannot be written is saved in the system's temporary folder, and the log says so.
 * Returns whether everything was saved in its own file; never throws.
 */
export async function saveAtExit(hub: Hub, server: ServerConfig, files: Files, log: Log): Promise<boolean> {
  let isSaved = true;
  for (const saving of await savingsOf(hub, server)) isSaved = (await save(saving, files, log)) && isSaved;
  return isSaved;
}

async function savingsOf(hub: Hub, { dumpOn, dumpPath, statePath }: ServerConfig): Promise<readonly Saving[]> {
  const savings: Saving[] = [];
  const isDue = dumpOn === 'exit' || !(await hub.dispatcher.finishJournal());
  // The records of a loaded state file are parsed only for a dump: a state file keeps their bytes.
  const journal = isDue && dumpPath !== undefined ? entriesOf(hub.node.value.journal) : [];
  // An empty journal is not saved.
  if (dumpPath !== undefined && journal.length > 0)
    savings.push({
      kind: 'dump',
      path: dumpPath,
      extension: '.json',
      readers: readersOf(journal),
      content: async () => writeJson(journal),
    });
  if (statePath !== undefined)
    savings.push({
      kind: 'state',
      path: statePath,
      extension: '.starbox',
      readers: 'owner',
      content: () => hub.saveState(),
    });
  return savings;
}

async function save({ kind, path, extension, readers, content }: Saving, files: Files, log: Log): Promise<boolean> {
  const logError = (text: string) => log.write('error', 'starbox', text);
  let bytes: string | Uint8Array;
  try {
    bytes = await content();
  } catch (error) {
    logError(`The ${kind} could not be made, so ${path} is as it was: ${(error as Error).message}`);
    return false;
  }
  try {
    await files.write(path, bytes, kind, readers);
    log.write('info', 'starbox', `The ${kind} is saved in ${path}.`);
    return true;
  } catch (error) {
    logError(`The ${kind} could not be written to ${path}: ${(error as Error).message}`);
  }
  // Other users can neither guess the name nor read the file.
  const copy = join(tmpdir(), `starbox-${randomHex(12)}${extension}`);
  try {
    await atomicWrite(copy, bytes, { mode: 0o600, durable: true });
    logError(`The ${kind} is kept in ${copy} instead. Move it to where you want it.`);
  } catch (error) {
    logError(`The ${kind} is lost: it could not be written to ${copy} either: ${ioReason(error)}`);
  }
  return false;
}
