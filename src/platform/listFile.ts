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
  /** The items that are in the list and not yet in this file, as text. */
  readonly missing: string;
}

/**
 * A file with a JSON list that grows. Under its name there is a complete list at every moment, also after a kill and on a full disk, and
 * adding an item writes only that item.
 *
 * Writing in place cannot do that, because the closing bracket is overwritten before the item is complete. So there are two files: the
 * one with the name, and a spare one that lacks the last items. Items are added to the spare file, and then the two swap: the file with
 * the name gets a second name, and the spare file is renamed over the first name. The new spare file gets its missing items next time.
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

  /** Replaces the whole list. An empty list has no file. */
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

  /** Adds items. Returns false if somebody else has changed the file: then nothing is done, and the list has to be replaced. */
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

  /** Writes to the spare file from its closing bracket on. If that fails, the file is as before or is removed. */
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
        // Truncating failed too: the spare file is created again next time.
      }
      throw error;
    } finally {
      await file.close();
    }
  }

  /** Swaps the files: the spare one gets the name, and the other one becomes the spare file, without the new items. */
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
    // On file systems without hard links, every append copies the list.
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

/** Writes all bytes: one write may take only a part of them, for example just before the disk is full. */
async function writeAll(file: FileHandle, content: Buffer, position: number): Promise<void> {
  for (let done = 0; done < content.length; )
    done += (await file.write(content, done, content.length - done, position + done)).bytesWritten;
}
