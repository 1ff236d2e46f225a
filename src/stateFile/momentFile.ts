import type { WriteFile } from '../async/fileTarget.ts';
import { restIfDue } from '../async/turns.ts';
import type { SharedClass } from '../classes/sharedArtifacts.ts';
import { concatBytes } from '../felt/concatBytes.ts';
import { type Felt, formatFelt, parseFelt } from '../felt/felt.ts';
import { hexOfBytes } from '../felt/hash.ts';
import { feltOf, keyOf } from '../felt/key.ts';
import { evenBytes } from '../json/evenPieces.ts';
import { isObject, type Json, JsonError } from '../json/json.ts';
import { buildJsonInSlices, checkJsonInSlices } from '../json/parseJson.ts';
import { readStream } from '../json/readStream.ts';
import { sourceLimits } from '../protocol/sourceLimits.ts';
import { MOMENT_FORMAT, readMomentHead } from '../text/momentHead.ts';
import { MAX_SOURCE_BYTES } from '../text/sourceLines.ts';
import { collectParts } from './collectBytes.ts';
import { checksum } from './envelope.ts';
import { StateFileError } from './stateFileError.ts';

// A moment of a transaction as a file: whoever has it can debug the transaction without the node, the sources or the build output. The first
// line is JSON with the transaction and the moment, and the checksum of the rest. The rest is compressed: for each class the length of a JSON
// text, and the text (debug information and sources); the length 0; and a state file. The chain of a fork is in a file of version 2, which has
// the answers of its origin before the state file: for each part of them the length of a JSON text, and the text, a list of rows; and the
// length 0.

const VERSION = 1;
const VERSION_OF_FORKS = 2;
const LENGTH_BYTES = 4;
/** What a file may have when it is no longer compressed. */
const LARGEST_BYTES = 200_000_000;
/** A file with more than this is made when there is memory for it. */
const LARGE_BYTES = 2 ** 22;

/** An answer of an origin: the method without prefix, the parameters, the result, and the error if there is one in place of it. */
export type AnswerRow = readonly [method: string, params: object, result: unknown, error?: AnswerError];

interface AnswerError {
  readonly code: number;
  readonly message: string;
}

/** Where to look in a chain. */
export interface MomentPlace {
  readonly transaction: Felt;
  /** The step of the debugger. */
  readonly moment: number;
}

/** A chain that was found in the file of a moment. */
export interface MomentChain {
  /** The chain, as a state file. */
  readonly state: Uint8Array;
  /** What the origin of a fork answered; undefined for a chain that is no fork, and in files of earlier releases. */
  readonly answers?: readonly AnswerRow[] | undefined;
}

export interface Moment extends MomentPlace, MomentChain {
  readonly classes: readonly SharedClass[];
}

/** What a file of a moment is made from. */
export interface MomentSource extends MomentPlace {
  /** Writes the chain as a state file. */
  readonly state: WriteFile;
  readonly classes: AsyncIterable<SharedClass> | Iterable<SharedClass>;
  /** What the origin of a fork answered, some rows at a time. */
  readonly answers?: AsyncIterable<readonly AnswerRow[]> | Iterable<readonly AnswerRow[]> | undefined;
}

/** How the work of making a file is shared with other work. */
export interface MomentWork {
  /** Called between steps. It waits while other work runs, and ends the work by throwing. */
  readonly rest?: (() => Promise<void> | undefined) | undefined;
  /** Waits until a file that becomes large may be made. */
  readonly grow?: (() => Promise<void>) | undefined;
}

/** The file of a moment. Throws as soon as it is too large. */
export async function encodeMoment(source: MomentSource, work: MomentWork = {}): Promise<Uint8Array> {
  // The content has a limit, and what can hardly be compressed becomes a little longer.
  const packed = (await through(contentOf(source, work), new CompressionStream('gzip'), Number.POSITIVE_INFINITY))!;
  const header = {
    format: MOMENT_FORMAT,
    version: source.answers ? VERSION_OF_FORKS : VERSION,
    transaction: formatFelt(source.transaction),
    moment: source.moment,
    sha256: hexOfBytes(await checksum(packed)),
  };
  const head = new TextEncoder().encode(`${JSON.stringify(header)}\n`);
  const file = new Uint8Array(head.length + packed.length);
  file.set(head);
  file.set(packed, head.length);
  return file;
}

/** The content of a file before it is compressed, in parts. */
async function* contentOf(
  { state, classes, answers }: MomentSource,
  { rest = restIfDue, grow }: MomentWork,
): AsyncGenerator<Uint8Array, void, void> {
  let size = 0;
  const bytesOf = { classes: 0, answers: 0 };
  let values = 0;
  let rows = 0;
  const expect = async (bytes: number) => {
    size += bytes;
    if (size > LARGEST_BYTES) throw tooLarge(`${LARGEST_BYTES} bytes`, bytesOf);
    if (size > LARGE_BYTES) await grow?.();
  };
  /** The length and the JSON text of a value. */
  async function* textOf(value: unknown, kind: keyof typeof bytesOf): AsyncGenerator<Uint8Array, void, void> {
    const parts: Uint8Array[] = [];
    for await (const part of evenBytes(value, rest)) {
      bytesOf[kind] += part.length;
      await expect(part.length);
      parts.push(part);
    }
    const bytes = concatBytes(parts);
    values += await countValues(bytes, rest);
    if (values > sourceLimits.exportedValues) throw tooLarge(`${sourceLimits.exportedValues} values`, bytesOf);
    yield lengthBytes(bytes.length);
    yield bytes;
  }
  for await (const { classHash, files, ...each } of classes)
    yield* textOf({ ...each, classHash: formatFelt(feltOf(classHash)), files: [...files] }, 'classes');
  yield lengthBytes(0);
  if (answers) {
    for await (const part of answers) {
      rows += part.length;
      if (rows > sourceLimits.exportedAnswers)
        throw tooLarge(`${sourceLimits.exportedAnswers} answers of the forked network`, bytesOf);
      yield* textOf(part, 'answers');
    }
    yield lengthBytes(0);
  }
  yield* await collectParts(state, expect);
}

/** The values of a text as whoever reads the file counts them; infinitely many if one text must not have so many. */
async function countValues(text: Uint8Array, rest: () => Promise<void> | undefined): Promise<number> {
  try {
    return (await checkJsonInSlices(text, sourceLimits.fileJson, rest)).values;
  } catch (error) {
    if (error instanceof JsonError) return Infinity;
    throw error;
  }
}

function lengthBytes(length: number): Uint8Array {
  const bytes = new Uint8Array(LENGTH_BYTES);
  new DataView(bytes.buffer).setUint32(0, length);
  return bytes;
}

const tooLarge = (most: string, bytes: { readonly classes: number; readonly answers: number }): StateFileError => {
  const [parts, alsoOf] = bytes.answers
    ? [`, and ${bytes.answers} bytes are answers of the forked network`, ', the answers of the forked network']
    : ['', ''];
  return new StateFileError(
    `The chain${alsoOf} and the debug information and sources of its classes have more than ${most}, the most that can be exported with a transaction: ${bytes.classes} bytes are debug information and sources${parts}. Save a state file instead, and debug the transaction with it.`,
  );
};

/** Where a file leads; undefined if it is no file of a moment. */
export function momentPlace(file: Uint8Array): MomentPlace | undefined {
  const head = readMomentHead(file);
  const transaction = parseFelt(head?.transaction);
  return head && transaction !== undefined ? { transaction, moment: head.moment } : undefined;
}

const damaged = (why: string): StateFileError => new StateFileError(`The exported file is damaged: ${why}.`);

/** A file that is no longer compressed; its classes, and the rows of answers, as JSON texts. */
interface UnpackedMoment extends MomentPlace {
  readonly state: Uint8Array;
  readonly classes: readonly Uint8Array[];
  readonly answers: readonly Uint8Array[] | undefined;
}

async function unpack(file: Uint8Array): Promise<UnpackedMoment> {
  const place = momentPlace(file);
  const header = readMomentHead(file);
  if (!place || !header)
    throw new StateFileError('This is no exported transaction: its first line does not name the format.');
  if (header.version !== VERSION && header.version !== VERSION_OF_FORKS)
    throw new StateFileError(
      `The exported file has version ${String(header.version)}; this Starbox reads versions ${VERSION} and ${VERSION_OF_FORKS}. Update Starbox.`,
    );
  const packed = file.subarray(header.end);
  if (hexOfBytes(await checksum(packed)) !== header.sha256) throw damaged('its content does not match its checksum');
  const whole = await through([packed], new DecompressionStream('gzip'), LARGEST_BYTES).catch(() => {
    throw damaged('it cannot be decompressed');
  });
  if (!whole)
    throw new StateFileError(`The exported file has more than ${LARGEST_BYTES} bytes when it is decompressed.`);
  const texts = new TextReader(whole);
  const classes = texts.take('classes', sourceLimits.exportedClasses);
  const isFork = header.version === VERSION_OF_FORKS;
  // Each part has at least one row.
  const answers = isFork ? texts.take(ANSWERS, sourceLimits.exportedAnswers) : undefined;
  return { ...place, classes, answers, state: texts.rest };
}

const ANSWERS = 'answers of the forked network';

/** Reads lists of texts, each text after its length. */
class TextReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  take(what: string, most: number): Uint8Array[] {
    const view = new DataView(this.#bytes.buffer);
    const texts: Uint8Array[] = [];
    for (;;) {
      const start = this.#at + LENGTH_BYTES;
      if (start > this.#bytes.length) throw damaged('it is cut off');
      const length = view.getUint32(this.#at);
      this.#at = start + length;
      if (length === 0) return texts;
      if (this.#at > this.#bytes.length) throw damaged('it is cut off');
      if (texts.length === most) throw tooMany(what, most);
      texts.push(this.#bytes.subarray(start, this.#at));
    }
  }

  get rest(): Uint8Array {
    return this.#bytes.subarray(this.#at);
  }
}

/** Reads the file of a moment. Throws the reason if it is not complete. Its state file is checked when it is loaded. */
export async function decodeMoment(file: Uint8Array): Promise<Moment> {
  const { classes: texts, answers, ...moment } = await unpack(file);
  const classes: SharedClass[] = [];
  const budget = { values: sourceLimits.exportedValues };
  for (const text of texts) {
    classes.push(await readClass(text, budget));
    const due = restIfDue();
    if (due) await due;
  }
  return { ...moment, classes, ...(answers && { answers: await readAnswers(answers, budget) }) };
}

/** The chain in the file of a moment, without what is known of its classes. */
export async function chainInMoment(file: Uint8Array): Promise<MomentChain> {
  const { state, answers } = await unpack(file);
  return { state, answers: answers && (await readAnswers(answers, { values: sourceLimits.exportedValues })) };
}

const tooMany = (what: string, most: number): StateFileError =>
  new StateFileError(`The exported file has more than ${most} ${what}, the most that are read.`);

/** Reads a JSON text. The values of all texts of a file are kept, so they share one budget. */
async function readText(bytes: Uint8Array, budget: { values: number }): Promise<Json> {
  try {
    const check = await checkJsonInSlices(bytes, sourceLimits.fileJson, restIfDue);
    budget.values -= check.values;
    if (budget.values < 0) throw tooMany('values', sourceLimits.exportedValues);
    return await buildJsonInSlices(bytes, check, restIfDue);
  } catch (error) {
    throw error instanceof StateFileError ? error : damaged((error as Error).message);
  }
}

async function readAnswers(texts: readonly Uint8Array[], budget: { values: number }): Promise<readonly AnswerRow[]> {
  const rows: AnswerRow[] = [];
  for (const text of texts) {
    const part = await readText(text, budget);
    if (!isList(part, isRow)) throw damaged('an answer in it is not one');
    if (rows.length + part.length > sourceLimits.exportedAnswers) throw tooMany(ANSWERS, sourceLimits.exportedAnswers);
    for (const row of part) rows.push(row);
  }
  return rows;
}

function isRow(value: unknown): value is AnswerRow {
  if (!Array.isArray(value) || (value.length !== 3 && value.length !== 4)) return false;
  const [method, params, , error] = value as readonly Json[];
  return isText(method) && (isObject(params) || Array.isArray(params)) && (value.length === 3 || isError(error));
}

const isError = (value: Json | undefined): boolean =>
  isObject(value) && typeof value['code'] === 'number' && isText(value['message']);

async function readClass(bytes: Uint8Array, budget: { values: number }): Promise<SharedClass> {
  const json = await readText(bytes, budget);
  const row: Record<string, unknown> = isObject(json) ? json : {};
  const classHash = parseFelt(row['classHash']);
  const [name, sources, files] = [row['contractName'], row['sources'], row['files']];
  if (classHash === undefined || !isList(sources, isText) || !isList(files, isPair))
    throw damaged('a class in it is not one');
  return {
    classHash: keyOf(classHash),
    contractName: isText(name) ? name : undefined,
    debugInfo: row['debugInfo'],
    sources,
    // Those that the node read have no more.
    files: new Map(files.filter(([, text]) => text.length <= MAX_SOURCE_BYTES)),
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isPair = (value: unknown): value is [string, string] => isList(value, isText) && value.length === 2;
const isList = <T>(value: unknown, isItem: (item: unknown) => item is T): value is T[] =>
  Array.isArray(value) && value.every(isItem);

/** The bytes after a stream has compressed or decompressed them; undefined if they are more than a limit. */
async function through(
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { readable, writable }: CompressionStream | DecompressionStream,
  limitBytes: number,
): Promise<Uint8Array | undefined> {
  const writer = writable.getWriter();
  const read = readStream(readable as ReadableStream<Uint8Array>, limitBytes);
  const write = async () => {
    for await (const part of parts) await writer.write(part as Uint8Array<ArrayBuffer>);
    await writer.close();
  };
  let failure: unknown;
  const written = write().catch((error: unknown) => {
    failure = error;
    return writer.abort(error).catch(() => undefined);
  });
  return read.catch(async (error: unknown) => {
    // What the parts threw is the reason; a failure of the stream itself fails both.
    await written;
    throw failure ?? error;
  });
}
