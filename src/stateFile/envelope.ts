import { restIfDue } from '../async/turns.ts';
import { hexOfBytes } from '../felt/hash.ts';
import { StateFileError } from './stateFileError.ts';

// The first line of a state file is JSON with the format, its version, and the length and checksum of the rest. The rest are bytes in pieces:
// first the pieces, then the checksums of all of them. The checksum in the header is that of the list of checksums, so a damaged piece can be
// named. The first line always has the same length, because it is written when the rest is there.

/** The version that is written and read. */
const STATE_VERSION = 10;
const FORMAT = 'starbox-state';

interface Header {
  readonly format: typeof FORMAT;
  readonly version: number;
  readonly sha256: string;
  /** A number of as many digits in every file. */
  readonly bytes: string;
}

const LINE_END = 10;
/** The maximum length of the first line. Another file may have no line ends for gigabytes. */
const LONGEST_HEADER = 1000;

export const SUM_BYTES = 32;
export const PIECE_BYTES = 2 ** 22;
const LENGTH_DIGITS = 16;

/** The first line of a file with a checksum of its checksums and the number of bytes after this line. */
export function headerOf(sha256: string, bytes: number): Uint8Array {
  const header: Header = {
    format: FORMAT,
    version: STATE_VERSION,
    sha256: sha256.padStart(2 * SUM_BYTES, '0'),
    bytes: String(bytes).padStart(LENGTH_DIGITS, '0'),
  };
  return new TextEncoder().encode(`${JSON.stringify(header)}\n`);
}

/** The content of a complete file. */
export interface Content {
  /** A copy of at least the first bytes, up to a wanted number, with their checksums verified. The owner of the file may change the file later. */
  readonly read: (wanted?: number) => Promise<Uint8Array>;
  /** A copy of all bytes, of which the first piece is verified. The others are verified on other threads while the copy is read. */
  readonly startReading: () => Promise<{ readonly bytes: Uint8Array; readonly verified: Verification }>;
}

/** The verification of a copy. */
export interface Verification {
  /** Rejects if the copy is damaged. */
  readonly end: Promise<void>;
  /** Whether damage was found so far. */
  readonly hasFailed: boolean;
}

/** Opens a file. Throws the reason if it is not complete. */
export async function openFile(file: Uint8Array): Promise<Content> {
  const end = file.indexOf(LINE_END);
  const first = end > 0 && end < LONGEST_HEADER ? file.subarray(0, end) : file.subarray(0, 0);
  const { sha256, bytes: length } = readHeader(new TextDecoder().decode(first));
  const bytes = Number(length);
  const body = file.subarray(end + 1);
  if (body.length < bytes)
    throw new StateFileError(`The state file is cut off: ${body.length} of its ${bytes} bytes are there.`);
  if (body.length > bytes)
    throw new StateFileError(`The state file is damaged: it has ${body.length - bytes} bytes too many.`);
  const checkSum = async (part: Uint8Array, expected: string, name: string) => {
    if (hexOfBytes(await checksum(part)) !== expected)
      throw new StateFileError(`The state file is damaged: ${name} does not match its checksum.`);
  };
  // A piece and its checksum take up this many bytes together.
  const sumBytes = Math.ceil(bytes / (PIECE_BYTES + SUM_BYTES)) * SUM_BYTES;
  const sums = body.subarray(bytes - sumBytes);
  await checkSum(sums, sha256, 'its list of checksums');
  const content = body.subarray(0, bytes - sumBytes);
  const start = end + 1;
  const check = async (copy: Uint8Array, index: number) => {
    const from = index * PIECE_BYTES;
    const piece = copy.subarray(from, from + PIECE_BYTES);
    const expected = hexOfBytes(sums.subarray(index * SUM_BYTES, (index + 1) * SUM_BYTES));
    await checkSum(piece, expected, `what it has from byte ${start + from} to ${start + from + piece.length}`);
  };
  const read = async (wanted = content.length) => {
    const copy = await copyOf(content.subarray(0, Math.ceil(wanted / PIECE_BYTES) * PIECE_BYTES));
    for (let from = 0; from < copy.length; from += PIECE_BYTES) await check(copy, from / PIECE_BYTES);
    return copy;
  };
  const startReading = async () => {
    const bytes = await copyOf(content);
    await check(bytes, 0);
    const checkOthers = async () => {
      for (let from = PIECE_BYTES; from < bytes.length; from += PIECE_BYTES) await check(bytes, from / PIECE_BYTES);
    };
    const end = checkOthers();
    const verified = { end, hasFailed: false };
    end.catch(() => (verified.hasFailed = true));
    return { bytes, verified };
  };
  return { read, startReading };
}

async function copyOf(content: Uint8Array): Promise<Uint8Array> {
  const copy = new Uint8Array(content.length);
  for (let from = 0; from < copy.length; from += PIECE_BYTES) {
    copy.set(content.subarray(from, from + PIECE_BYTES), from);
    const rest = restIfDue();
    if (rest) await rest;
  }
  return copy;
}

/** Whether a file that begins like this is a state file of some version. */
export const isStateHead = (head: string): boolean => parseHeader(head.split('\n', 1)[0]!) !== undefined;

function parseHeader(line: string): Header | undefined {
  try {
    const header: Partial<Header> | null = JSON.parse(line);
    return header?.format === FORMAT && Number.isInteger(header.version) ? (header as Header) : undefined;
  } catch {
    return undefined;
  }
}

const LENGTH = new RegExp(`^\\d{${LENGTH_DIGITS}}$`);
const UPDATE = 'Update Starbox.';
const START_ANEW = 'Remove the file or choose another one to start a new chain, or load a dump of that chain.';

function readHeader(line: string): Header {
  const header = parseHeader(line);
  if (!header) throw new StateFileError('This is no state file: its first line does not name the format.');
  const { version, sha256, bytes } = header;
  if (version !== STATE_VERSION)
    throw new StateFileError(
      `The state file has version ${version}; this Starbox reads version ${STATE_VERSION}. ${version > STATE_VERSION ? UPDATE : START_ANEW}`,
    );
  if (typeof sha256 !== 'string' || typeof bytes !== 'string' || !LENGTH.test(bytes))
    throw new StateFileError('The state file is damaged: its first line lacks length or checksum.');
  return header;
}

export const checksum = async (bytes: Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
