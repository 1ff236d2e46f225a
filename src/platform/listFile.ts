import { constants } from 'node:fs';
import { copyFile, type FileHandle, link, lstat, open, rename, rm } from 'node:fs/promises';
import { atomicWrite } from './atomicWrite.ts';
import { type FileStamp, stampOf } from './fileStamp.ts';
import { modeOfReplaced, type Replacing } from './replaceable.ts';
import { removeTemporary, temporaryGone, temporaryName } from './temporaryFile.ts';

/** The second file: the same list without its last items. */
interface Spare {
  readonly name: string;
  readonly bytes: number;
  /** What the list has and this file lacks, as text. */
  readonly missing: string;
}

/**
 * A file with a JSON list that grows. Under its name there is a whole list at every moment, for other readers, after a kill
 * and on a full disk alike, and an item costs no more than its own length.
 *
 * No write in place can do that: the bracket at the end has to give way before the item is there. So there are two files,
 * of which the one without the name is behind. Items are added to that one, and then the two change places: the file with
 * the name gets a second name, and the other is renamed over the first. What the first lacked then, it gets next time.
 */
export class ListFile {
  readonly #path: string;
  readonly #replacing: Replacing;
  #bytes = 0;
  #stamp: FileStamp | undefined;
  #spare: Spare | undefined;
  #isSecret = false;

  /** `path` has its links resolved. */
  constructor(path: string, replacing: Replacing) {
    this.#path = path;
    this.#replacing = replacing;
  }

  /** Replaces the whole list; an empty one has no file. */
  async replace(items: readonly string[], readers: 'owner' | 'all'): Promise<void> {
    const mode = await modeOfReplaced(this.#path, this.#replacing);
    await this.#dropSpare();
    if (items.length === 0) {
      if (mode !== undefined) await rm(this.#path, { force: true });
      this.#stamp = undefined;
      return;
    }
    const content = Buffer.from(`[${items.join(',')}]`);
    this.#isSecret = readers === 'owner';
    this.#stamp = await atomicWrite(this.#path, content, {
      mode: this.#isSecret ? 0o600 : (mode ?? 0o666),
      durable: true,
    });
    this.#bytes = content.length;
  }

  /** Adds items. False when the file is not as it was left: then nothing is done, and the list has to be replaced. */
  async append(items: readonly string[], readers: 'owner' | 'all'): Promise<boolean> {
    if (!(await this.#isAsLeft())) return false;
    if (readers === 'owner') this.#isSecret = true;
    const spare = this.#spare ?? (await this.#copy());
    this.#spare = undefined;
    const added = `, ${items.join(', ')}`;
    const text = Buffer.from(`${spare.missing}${added}]`);
    try {
      const stamp = await this.#extend(spare, text);
      this.#spare = await this.#changePlaces(spare.name, added);
      this.#bytes = spare.bytes - 1 + text.length;
      this.#stamp = stamp;
      return true;
    } catch (error) {
      if (this.#spare === undefined) await removeTemporary(spare.name);
      throw error;
    }
  }

  async #isAsLeft(): Promise<boolean> {
    if (this.#stamp === undefined) return false;
    const found = await lstat(this.#path, { bigint: true }).catch(() => undefined);
    return found !== undefined && stampOf(found) === this.#stamp;
  }

  async #copy(): Promise<Spare> {
    const name = temporaryName(this.#path);
    try {
      await copyFile(this.#path, name, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    } catch (error) {
      await removeTemporary(name);
      throw error;
    }
    return { name, bytes: this.#bytes, missing: '' };
  }

  /** Writes on from the closing bracket of the spare file. When that fails the file is as it was, or there is none. */
  async #extend(spare: Spare, text: Buffer): Promise<FileStamp> {
    const file = await open(spare.name, 'r+');
    try {
      if (this.#isSecret) await file.chmod(0o600);
      await writeAll(file, text, spare.bytes - 1);
      return stampOf(await file.stat({ bigint: true }));
    } catch (error) {
      try {
        await file.truncate(spare.bytes - 1);
        await writeAll(file, Buffer.from(']'), spare.bytes - 1);
        this.#spare = spare;
      } catch {
        // Not even that: it is made anew next time.
      }
      throw error;
    } finally {
      await file.close();
    }
  }

  /** Gives the name to the other file; the one that had it is the next spare one, without what was added. */
  async #changePlaces(other: string, added: string): Promise<Spare | undefined> {
    const name = temporaryName(this.#path);
    const isLinked = await link(this.#path, name).then(
      () => true,
      () => false,
    );
    try {
      await rename(other, this.#path);
    } catch (error) {
      await removeTemporary(name);
      throw error;
    }
    temporaryGone(other);
    // Where a file cannot have two names, every append copies the list.
    if (!isLinked) {
      temporaryGone(name);
      return undefined;
    }
    return { name, bytes: this.#bytes, missing: added };
  }

  async #dropSpare(): Promise<void> {
    if (this.#spare) await removeTemporary(this.#spare.name);
    this.#spare = undefined;
  }
}

/** A write may take less than all of it, as the last one before a disk is full does. */
async function writeAll(file: FileHandle, content: Buffer, position: number): Promise<void> {
  for (let done = 0; done < content.length; )
    done += (await file.write(content, done, content.length - done, position + done)).bytesWritten;
}
