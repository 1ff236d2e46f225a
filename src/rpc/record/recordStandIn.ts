import type { OriginEndpoint } from '../../fork/originClient.ts';
import { OriginError } from '../../fork/originError.ts';
import { hint, message } from '../../protocol/message.ts';
import { isRecordPlace } from './recordPlace.ts';

/** Makes the function that finds what stands in for a node: the record at a place. Each record is read once. */
export function recordStandIn(
  read: (place: string) => Promise<Uint8Array>,
  note: (text: string) => void = () => {},
  isRecord = isRecordPlace,
): (place: string) => Promise<OriginEndpoint | undefined> {
  const opened = new Map<string, Promise<OriginEndpoint>>();
  return async (place) => {
    if (!isRecord(place)) return undefined;
    const known = opened.get(place) ?? open(place, read, note);
    opened.set(place, known);
    return known;
  };
}

async function open(
  place: string,
  read: (place: string) => Promise<Uint8Array>,
  note: (text: string) => void,
): Promise<OriginEndpoint> {
  const bytes = await read(place).catch((error: Error) => {
    throw new OriginError(
      'unreadable',
      message`The record ${place} cannot be read: ${error.message}. ${hint('makeRecord')}`,
    );
  });
  const { readRecord } = await import('./recordFile.ts');
  const { RecordError } = await import('./recordError.ts');
  const { recordedEndpoint } = await import('./recordedEndpoint.ts');
  try {
    const record = await readRecord(bytes);
    for (const text of record.notes) note(`${place}: ${text}`);
    return recordedEndpoint(record, place);
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    throw new OriginError(
      'unreadable',
      message`The record ${place} cannot be used: ${error.message}. ${hint('makeRecord')}`,
    );
  }
}
