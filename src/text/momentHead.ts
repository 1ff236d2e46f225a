// The first line of a file with an exported transaction (src/stateFile/momentFile.ts), which a page reads to know where the file leads.

export const MOMENT_FORMAT = 'starbox-moment';

/** What the first line says. */
export interface MomentHead {
  readonly version: unknown;
  /** The hash of the transaction, in hexadecimal. */
  readonly transaction: string;
  /** The step of the debugger. */
  readonly moment: number;
  readonly sha256: unknown;
  /** Where the rest begins. */
  readonly end: number;
}

const LINE_END = 10;
const LONGEST = 1000;

/** Reads the first line of a file; undefined if the file is something else. */
export function readMomentHead(file: Uint8Array): MomentHead | undefined {
  const end = file.subarray(0, LONGEST).indexOf(LINE_END);
  if (end < 0) return undefined;
  let header: Partial<Record<string, unknown>> | null;
  try {
    header = JSON.parse(new TextDecoder().decode(file.subarray(0, end)));
  } catch {
    return undefined;
  }
  if (header?.['format'] !== MOMENT_FORMAT) return undefined;
  const { version, transaction, moment, sha256 } = header;
  if (typeof transaction !== 'string' || !/^0x[0-9a-f]{1,64}$/.test(transaction)) return undefined;
  if (typeof moment !== 'number' || !Number.isSafeInteger(moment) || moment < 0) return undefined;
  return { version, transaction, moment, sha256, end: end + 1 };
}
