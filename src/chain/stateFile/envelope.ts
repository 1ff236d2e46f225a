import { concatBytes } from '../../felt/concatBytes.ts';
import { hexOfBytes } from '../../felt/hash.ts';
import { Lines } from './lines.ts';
import { StateFileError } from './stateFileError.ts';

// A state file consists of lines of JSON. The first contains the format, its version, and the length and checksum of the rest.

/** The version that is written; all from 1 to this one are read. */
const STATE_VERSION = 2;
const FORMAT = 'starbox-state';

interface Header {
  readonly format: typeof FORMAT;
  readonly version: number;
  readonly sha256: string;
  readonly bytes: number;
}

const LINE_END = 10;
/** The maximum length of the first line. Another file may have no line ends for gigabytes. */
const LONGEST_HEADER = 1000;

/** Makes the whole file from its lines. */
export async function wrapLines(lines: readonly Uint8Array[]): Promise<Uint8Array> {
  const body = concatBytes(lines);
  const header: Header = {
    format: FORMAT,
    version: STATE_VERSION,
    sha256: await checksum(body),
    bytes: body.length,
  };
  return concatBytes([new TextEncoder().encode(`${JSON.stringify(header)}\n`), body]);
}

/** The lines of a complete file. Throws the reason if it is not complete. */
export async function unwrapLines(file: Uint8Array): Promise<Lines> {
  const end = file.indexOf(LINE_END);
  const first = end > 0 && end < LONGEST_HEADER ? file.subarray(0, end) : file.subarray(0, 0);
  const { sha256, bytes } = readHeader(new TextDecoder().decode(first));
  const body = file.subarray(end + 1);
  if (body.length < bytes)
    throw new StateFileError(`The state file is cut off: ${body.length} of its ${bytes} bytes are there.`);
  if (body.length > bytes)
    throw new StateFileError(`The state file is damaged: it has ${body.length - bytes} bytes too many.`);
  if ((await checksum(body)) !== sha256)
    throw new StateFileError('The state file is damaged: its content does not match its checksum.');
  return new Lines(body);
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

function readHeader(line: string): Header {
  const header = parseHeader(line);
  if (!header) throw new StateFileError('This is no state file: its first line does not name the format.');
  const { version, sha256, bytes } = header;
  if (version > STATE_VERSION)
    throw new StateFileError(
      `The state file has version ${version}; this Starbox reads versions up to ${STATE_VERSION}. Update Starbox.`,
    );
  if (version < 1 || typeof sha256 !== 'string' || !Number.isSafeInteger(bytes))
    throw new StateFileError('The state file is damaged: its first line lacks length or checksum.');
  return header;
}

async function checksum(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  return hexOfBytes(new Uint8Array(digest));
}
