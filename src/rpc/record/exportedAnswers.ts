// The answers of an origin in the file of an exported transaction, so that a fork can be opened without its origin.
import { restIfDue } from '../../async/turns.ts';
import { formatCasm } from '../../cairo/casmJson.ts';
import type { NodeConfig } from '../../chain/config.ts';
import type { Origin, OriginAnswered, OriginClass } from '../../chain/origin.ts';
import { concatBytes } from '../../felt/concatBytes.ts';
import { formatFelt } from '../../felt/felt.ts';
import { type FeltKey, feltOf, ZERO_KEY } from '../../felt/key.ts';
import { callOf, itemOf } from '../../fork/originBase.ts';
import { type OriginCall, type OriginEndpoint, partOf } from '../../fork/originClient.ts';
import { evenBytes } from '../../json/evenPieces.ts';
import { isObject, JsonError } from '../../json/json.ts';
import { checkJsonInSlices, parseJsonInSlices } from '../../json/parseJson.ts';
import { writeJson } from '../../json/writeJson.ts';
import { errors } from '../../protocol/errors.ts';
import { hint, message } from '../../protocol/message.ts';
import { sourceLimits } from '../../protocol/sourceLimits.ts';
import { SPEC_VERSION } from '../../protocol/version.ts';
import { nameOf, type StateItem } from '../../state/need.ts';
import type { AnswerRow } from '../../stateFile/momentFile.ts';
import { StateFileError } from '../../stateFile/stateFileError.ts';
import { formatClass, formatSierra } from '../format/contractClass.ts';
import { OriginRecord, requestName } from './originRecord.ts';
import { recordedEndpoint } from './recordedEndpoint.ts';
import { answerOf } from './recordFile.ts';

/** The rows that are written at a time, unless one of them is long. */
const ROWS_AT_ONCE = 256;
/** The rows of one answer: a class may have its compiled code beside it. */
const MOST_ROWS = 2;
/** The least bytes of a felt of Sierra, and of the row of a value. */
const FELT_BYTES = 6;
const ROW_BYTES = 100;

/** How the answers of an origin are chosen and written. */
interface ExportWork {
  /** Called between steps. It waits while other work runs. */
  readonly rest: () => Promise<void> | undefined;
  /** Whether the needed answers alone are given. */
  readonly isLeast?: boolean | undefined;
}

/**
 * What a fork needs to start, the answers about the needed items, and then of the others as many as there is place for. No address of a node
 * is among them.
 */
export async function* exportedAnswers(
  origin: Origin,
  needed: Iterable<StateItem>,
  { rest, isLeast = false }: ExportWork,
): AsyncGenerator<readonly AnswerRow[], void, void> {
  const { number } = origin.block;
  const names = new Set<string>();
  for (const item of needed) names.add(nameOf(item));
  let rows: AnswerRow[] = [...identityRows(origin)];
  let count = rows.length;
  // A fork that came with a file has its answers twice, once it has read them.
  const written = new Set(rows.map(([method, params]) => nameOfCall(method, params, number)));
  let room: number = sourceLimits.exportedAnswerBytes;
  for (const isNeeded of isLeast ? [true] : [true, false])
    for (const answered of origin.answered()) {
      const due = rest();
      if (due) await due;
      if (!isNeeded && (room < ROW_BYTES || count + MOST_ROWS > sourceLimits.exportedAnswers)) break;
      const name = nameOfAnswered(answered, number);
      if (names.has(name) !== isNeeded || written.has(name)) continue;
      if (!isNeeded && leastBytes(answered) > room) continue;
      const made = await rowsOf(origin, answered);
      if (made.length === 0) continue;
      if (!isNeeded) {
        const bytes = answered.kind === 'value' ? writeJson(made).length : await bytesOf(made, room, rest);
        if (bytes === undefined || bytes > room) continue;
        room -= bytes;
      }
      written.add(name);
      for (const [method, params] of made.slice(1)) written.add(nameOfCall(method, params, number));
      rows.push(...made);
      count += made.length;
      if (rows.length < ROWS_AT_ONCE && answered.kind === 'value') continue;
      yield rows;
      rows = [];
    }
  if (rows.length > 0) yield rows;
}

/** Makes a file with the answers that are chosen; if it becomes too large, with the needed ones alone. */
export async function withAnswersThatFit<T>(make: (isLeast: boolean) => Promise<T>): Promise<T> {
  try {
    return await make(false);
  } catch (error) {
    if (!(error instanceof StateFileError)) throw error;
    return make(true);
  }
}

/** What a fork asks first. Of the blocks before the forked one it reads the hash alone. */
function* identityRows({ chainId, block, hashes }: Origin): Generator<AnswerRow, void, void> {
  yield ['specVersion', [], SPEC_VERSION];
  yield ['chainId', [], formatFelt(chainId)];
  for (const [number, hash] of hashes) {
    const named = [
      { block_id: { block_number: number } },
      { block_number: number, block_hash: formatFelt(hash) },
    ] as const;
    yield [partOf(BLOCK, 'number'), ...named];
  }
  const head = {
    status: block.isAcceptedOnL1 ? 'ACCEPTED_ON_L1' : 'ACCEPTED_ON_L2',
    block_number: block.number,
    block_hash: formatFelt(block.hash),
    timestamp: block.timestamp,
    ...(block.protocolVersion !== undefined && { starknet_version: block.protocolVersion }),
  };
  yield [partOf(BLOCK, 'head'), { block_id: { block_number: block.number } }, head];
}

const BLOCK = 'getBlockWithTxHashes';

/** One name for the answers about an item, whatever their kind, and for those to a request. */
function nameOfAnswered(answered: OriginAnswered, blockNumber: number): string {
  switch (answered.kind) {
    case 'value':
      return nameOf(answered.item);
    case 'class':
      return nameOf(answered);
    case 'text':
      return nameOfCall(answered.method, JSON.parse(answered.params), blockNumber);
    case 'answer':
      return nameOfCall(answered.method, answered.params, blockNumber);
  }
}

function nameOfCall(method: string, params: unknown, blockNumber: number): string {
  const item = itemOf({ method, params }, blockNumber);
  return item ? nameOf(item) : requestName(method, params);
}

/** What the text of an answer has at least, as far as that is known without writing it. */
function leastBytes(answered: OriginAnswered): number {
  if (answered.kind === 'class') return FELT_BYTES * (answered.found?.size?.sierraFelts ?? 0);
  return answered.kind === 'text' ? answered.answer.length : 0;
}

/** The bytes of the text of rows; undefined if there is no room for it, or if whoever reads the file refuses it. */
async function bytesOf(
  rows: readonly AnswerRow[],
  room: number,
  rest: () => Promise<void> | undefined,
): Promise<number | undefined> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of evenBytes(rows, rest)) {
    parts.push(part);
    bytes += part.length;
    if (bytes > room) return undefined;
  }
  try {
    await checkJsonInSlices(concatBytes(parts), sourceLimits.fileJson, rest);
    return bytes;
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

async function rowsOf({ block }: Origin, answered: OriginAnswered): Promise<readonly AnswerRow[]> {
  switch (answered.kind) {
    case 'value': {
      const { item, value } = answered;
      const { method, params } = callOf(item, block.number) as OriginCall & { readonly params: object };
      const isAbsent = item.kind === 'classHash' && value === ZERO_KEY;
      return [isAbsent ? [method, params, null, errors.contractNotFound] : [method, params, formatFelt(feltOf(value))]];
    }
    case 'class':
      return classRows(block.number, answered.classHash, answered);
    case 'text': {
      const [params, read] = await Promise.all([parsed(answered.params), parsed(answered.answer)]);
      return isObject(read) && 'result' in read ? [[answered.method, params as object, read['result']]] : [];
    }
    case 'answer': {
      const { method, params, answer } = answered;
      // Somebody may have recorded a request without any.
      if (typeof params !== 'object' || params === null) return [];
      return [answer.error ? [method, params, null, answer.error] : [method, params, answer.result ?? null]];
    }
  }
}

const parsed = (text: string) => parseJsonInSlices(text, sourceLimits.answerJson, restIfDue);

async function classRows(
  blockNumber: number,
  classHash: FeltKey,
  { found, abi, isCompiledThere }: OriginClass,
): Promise<readonly AnswerRow[]> {
  const named = { class_hash: formatFelt(feltOf(classHash)) };
  const params = { block_id: { block_number: blockNumber }, ...named };
  if (!found) return [['getClass', params, null, errors.classHashNotFound]];
  const { definition, casm } = found;
  // The text of the ABI is the one that the hash covers.
  const format = async () =>
    definition.kind === 'sierra'
      ? { ...formatSierra(definition), abi: abi ?? definition.abi }
      : await formatClass(definition);
  const rows: AnswerRow[] = [['getClass', params, await format()]];
  if (isCompiledThere && casm) rows.push(['getCompiledCasm', named, formatCasm(casm)]);
  return rows;
}

/** An origin that is in a file. */
export interface ExportedOrigin {
  /** How a configuration names it. */
  readonly fork: NonNullable<NodeConfig['fork']>;
  /** Answers in place of a node. */
  readonly standIn: (place: string) => Promise<OriginEndpoint | undefined>;
}

/** The origin whose answers came with a file. It sends no requests. */
export async function exportedOrigin(rows: readonly AnswerRow[], file: string): Promise<ExportedOrigin> {
  const record = new OriginRecord();
  for (const [method, params, result, error] of rows) {
    record.add({ method, params, answer: answerOf(result, error) });
    const due = restIfDue();
    if (due) await due;
  }
  const endpoint = recordedEndpoint(
    record,
    file,
    (what) =>
      message`The chain of ${file} is a fork, and the file does not have ${what} of the forked network. ${hint('overNode')}`,
  );
  return {
    fork: { url: file, blockNumber: undefined, cachingEnabled: undefined },
    standIn: async (place) => (place === file ? endpoint : undefined),
  };
}
