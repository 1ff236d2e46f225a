import { restIfDue } from '../../async/turns.ts';
import { blake2s, hexOfBytes } from '../../felt/hash.ts';
import { type OriginAnswer, readError } from '../../fork/originClient.ts';
import { isObject, type Json, JsonError, type JsonObject } from '../../json/json.ts';
import { parseJson, parseJsonInSlices } from '../../json/parseJson.ts';
import { readStream } from '../../json/readStream.ts';
import { writeJson } from '../../json/writeJson.ts';
import { sourceLimits } from '../../protocol/sourceLimits.ts';
import { OriginRecord } from './originRecord.ts';
import { isReexecution, readReexecution } from './readReexecution.ts';
import { RecordError } from './recordError.ts';

// A record file is gzipped text: a line of JSON with the version and the BLAKE2s hash of what follows, then a line of JSON per exchange:
// [method, params, result], or [method, params, null, error], or [method, params, null, null, n] with the result of line n, since a class is
// asked for at many blocks.

const VERSION = 1;
/** Results of fewer characters are written again. */
const LONG = 200;
const encoder = new TextEncoder();

/** The bytes of a record file. */
export async function writeRecord(record: OriginRecord): Promise<Uint8Array> {
  let text = '';
  /** The lines of long results. */
  const lines = new Map<string, number>();
  for (const [line, { method, params, answer }] of record.exchanges().entries()) {
    const { result, error } = answer;
    const written = writeJson(error ?? result ?? null);
    const start = `[${JSON.stringify(method)},${writeJson(params)},`;
    const first = written.length < LONG ? undefined : lines.get(written);
    if (first === undefined && written.length >= LONG && !error) lines.set(written, line);
    text += `${start}${error ? `null,${written}` : first === undefined ? written : `null,null,${first}`}]\n`;
    const rest = restIfDue();
    if (rest) await rest;
  }
  const body = encoder.encode(text);
  const head = encoder.encode(`${JSON.stringify({ starbox_record: VERSION, blake2s: hashOf(body) })}\n`);
  const zipped = new Blob([head, body]).stream().pipeThrough(new CompressionStream('gzip'));
  return (await readStream(zipped, sourceLimits.recordBytes))!;
}

/** Reads a record file, or the re-execution data of the sequencer; both may be gzipped. Throws a RecordError. */
export async function readRecord(bytes: Uint8Array): Promise<OriginRecord> {
  const unpacked = await unpack(bytes);
  try {
    const end = unpacked.indexOf(NEWLINE);
    const head = end < 0 || end > MAX_HEAD ? undefined : parseHead(unpacked.subarray(0, end));
    return head === undefined ? await readOther(unpacked) : await readLines(unpacked.subarray(end + 1), head);
  } catch (error) {
    if (error instanceof JsonError)
      throw new RecordError('it is damaged: it is not JSON, or beyond the limits of what is read');
    throw error;
  }
}

const NEWLINE = 10;
const MAX_HEAD = 500;
const GZIP = [0x1f, 0x8b];

async function unpack(bytes: Uint8Array): Promise<Uint8Array> {
  if (!GZIP.every((byte, i) => bytes[i] === byte)) return bytes;
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream('gzip'));
  const unpacked = await readStream(stream, sourceLimits.recordBytes).catch(() => {
    throw new RecordError('it is damaged: it cannot be unpacked');
  });
  if (!unpacked) throw new RecordError(`it holds more than ${sourceLimits.recordBytes} bytes when it is unpacked`);
  return unpacked;
}

/** The hash that the first line of a record names; undefined if it is another file. */
function parseHead(line: Uint8Array): string | undefined {
  let head: Json;
  try {
    head = parseJson(line, sourceLimits.answerJson);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
  if (!isObject(head) || head['starbox_record'] === undefined) return undefined;
  if (head['starbox_record'] !== VERSION)
    throw new RecordError(`it is of version ${String(head['starbox_record'])}; this Starbox reads ${VERSION}`);
  return String(head['blake2s']);
}

async function readLines(body: Uint8Array, hash: string): Promise<OriginRecord> {
  if (hashOf(body) !== hash) throw new RecordError('it is damaged: its hash is another one than it says');
  const record = new OriginRecord();
  const results: Json[] = [];
  for (let start = 0; start < body.length; ) {
    const newline = body.indexOf(NEWLINE, start);
    const end = newline < 0 ? body.length : newline;
    addLine(record, await parseJsonInSlices(body.subarray(start, end), sourceLimits.answerJson, restIfDue), results);
    start = end + 1;
    const rest = restIfDue();
    if (rest) await rest;
  }
  return record;
}

/** Adds the exchange of a line. `results` are those of the lines before it. */
function addLine(record: OriginRecord, line: Json, results: Json[]): void {
  if (!Array.isArray(line) || line.length < 3 || typeof line[0] !== 'string')
    throw new RecordError('it is damaged: a line of it is not an answer');
  const [method, params, given, error, first] = line as readonly Json[];
  const result = typeof first === 'number' ? results[first] : given;
  results.push(result ?? null);
  record.add({ method: method as string, params, answer: answerOf(result, error) });
}

/** The answer of a result, or of an error in place of it. */
export function answerOf(result: unknown, error: unknown): OriginAnswer {
  return isObject((error ?? null) as Json) ? { error: readError(error as JsonObject) } : { result };
}

async function readOther(bytes: Uint8Array): Promise<OriginRecord> {
  const json = await parseJsonInSlices(bytes, sourceLimits.fileJson, restIfDue);
  if (!isReexecution(json)) throw new RecordError('it is neither a record nor re-execution data of the sequencer');
  return readReexecution(json);
}

const hashOf = (bytes: Uint8Array): string => hexOfBytes(blake2s(bytes));
