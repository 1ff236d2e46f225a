import { stat } from 'node:fs/promises';
import { atomicWrite } from '../../platform/atomicWrite.ts';
import { readNamedFile } from '../../platform/regularFile.ts';
import { OriginRecord } from '../../rpc/record/originRecord.ts';
import { RecordError } from '../../rpc/record/recordError.ts';
import { readRecord, writeRecord } from '../../rpc/record/recordFile.ts';
import { StartError } from '../start/startError.ts';

/** The record of a file to add to; an empty one if there is no such file. */
export async function openRecord(path: string): Promise<OriginRecord> {
  const exists = await stat(path).then(
    () => true,
    () => false,
  );
  if (!exists) return new OriginRecord();
  try {
    return await readRecord(await readNamedFile(path));
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    throw new StartError(`${path} is there and cannot be added to: ${error.message}. Choose another --output.`);
  }
}

/** Writes a record. Returns its size in bytes. */
export async function saveRecord(path: string, record: OriginRecord): Promise<number> {
  const bytes = await writeRecord(record);
  await atomicWrite(path, bytes, { mode: 0o644, durable: false });
  return bytes.length;
}
