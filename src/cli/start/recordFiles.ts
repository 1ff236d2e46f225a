import { readNamedFile } from '../../platform/regularFile.ts';
import { recordStandIn } from '../../rpc/record/recordStandIn.ts';

/** What stands in for nodes on this machine: the record files that a user names. */
export const recordFiles = (note: (text: string) => void = (text) => void process.stderr.write(`${text}\n`)) =>
  recordStandIn(readNamedFile, note);
