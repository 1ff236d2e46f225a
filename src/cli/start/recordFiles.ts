import { readNamedFile } from '../../platform/regularFile.ts';
import { isRecordPlace } from '../../rpc/record/recordPlace.ts';
import { recordStandIn } from '../../rpc/record/recordStandIn.ts';

const toStandardError = (text: string): void => void process.stderr.write(`${text}\n`);

/** What stands in for nodes on this machine: the record files that the user of a command names, or one file alone. */
export const recordFiles = (note: (text: string) => void = toStandardError, only?: string) =>
  recordStandIn(readNamedFile, note, (place) => isRecordPlace(place) && (only === undefined || place === only));
