// The answers of an origin in the file of an exported transaction, so that a fork can be opened without its origin.
import { restIfDue } from '../../async/turns.ts';
import { formatCasm } from '../../cairo/casmJson.ts';
import type { NodeConfig } from '../../chain/config.ts';
import type { Origin, OriginAnswered, OriginClass } from '../../chain/origin.ts';
import { formatFelt } from '../../felt/felt.ts';
import { type FeltKey, feltOf, ZERO_KEY } from '../../felt/key.ts';
import { callOf, nameOf } from '../../fork/originBase.ts';
import { type OriginEndpoint, partOf } from '../../fork/originClient.ts';
import { isObject } from '../../json/json.ts';
import { parseJsonInSlices } from '../../json/parseJson.ts';
import { writeJson } from '../../json/writeJson.ts';
import { errors } from '../../protocol/errors.ts';
import { hint, message } from '../../protocol/message.ts';
import { sourceLimits } from '../../protocol/sourceLimits.ts';
import { SPEC_VERSION } from '../../protocol/version.ts';
import type { StateItem } from '../../state/need.ts';
import type { AnswerRow } from '../../stateFile/momentFile.ts';
import { formatClass, formatSierra } from '../format/contractClass.ts';
import { OriginRecord } from './originRecord.ts';
import { recordedEndpoint } from './recordedEndpoint.ts';
import { answerOf } from './recordFile.ts';

/** The rows that are written at a time, unless one of them is long. */
const ROWS_AT_ONCE = 256;
/** The rows of one answer: a class may have its compiled code beside it. */
const MOST_ROWS = 2;
/** The answers that are looked at before the time is checked. */
const AT_ONCE = 1024;

/**
 * What a fork needs to start, the answers about the needed items, and then of the others as many as there is place for. No address of a node
 * is among them.
 */
export async function* exportedAnswers(
  origin: Origin,
  needed: Iterable<StateItem>,
  rest: () => Promise<void> | undefined,
): AsyncGenerator<readonly AnswerRow[], void, void> {
  const names = new Set<string>();
  for (const item of needed) names.add(nameOf(item));
  let rows: AnswerRow[] = [...identityRows(origin)];
  let count = rows.length;
  let otherBytes = 0;
  let seen = 0;
  for (const isNeeded of [true, false])
    for (const answered of origin.answered()) {
      if (++seen % AT_ONCE === 0) await rest();
      const name = nameOfAnswered(answered);
      if ((name !== undefined && names.has(name)) !== isNeeded) continue;
      if (!isNeeded) {
        if (count + MOST_ROWS > sourceLimits.exportedAnswers) break;
        const bytes = bytesOf(answered);
        if (otherBytes + bytes > sourceLimits.exportedAnswerBytes) continue;
        otherBytes += bytes;
      }
      const made = await rowsOf(origin, answered);
      rows.push(...made);
      count += made.length;
      if (rows.length < ROWS_AT_ONCE && answered.kind === 'value') continue;
      yield rows;
      rows = [];
      await rest();
    }
  if (rows.length > 0) yield rows;
}

/** What a fork asks first. Of the blocks it reads no more than these members. */
function* identityRows({ chainId, block, hashes }: Origin): Generator<AnswerRow, void, void> {
  yield ['specVersion', [], SPEC_VERSION];
  yield ['chainId', [], formatFelt(chainId)];
  for (const [number, hash] of hashes) {
    const { timestamp, isAcceptedOnL1, protocolVersion } = number === block.number ? block : OLDER_BLOCK;
    const header = {
      status: isAcceptedOnL1 ? 'ACCEPTED_ON_L1' : 'ACCEPTED_ON_L2',
      block_number: number,
      block_hash: formatFelt(hash),
      timestamp,
      ...(protocolVersion !== undefined && { starknet_version: protocolVersion }),
    };
    yield [partOf('getBlockWithTxHashes'), { block_id: { block_number: number } }, header];
  }
}

const OLDER_BLOCK = { timestamp: 0n, isAcceptedOnL1: false, protocolVersion: undefined };

function nameOfAnswered(answered: OriginAnswered): string | undefined {
  if (answered.kind === 'value') return nameOf(answered.item);
  return answered.kind === 'class' ? nameOf(answered) : undefined;
}

/** About the length of a value with its place, and that of the text of a felt of Sierra, most of which are small. */
const VALUE_BYTES = 250;
const FELT_BYTES = 16;

/** About the length of the text of an answer. */
function bytesOf(answered: OriginAnswered): number {
  switch (answered.kind) {
    case 'value':
      return VALUE_BYTES;
    case 'class': {
      const { size } = answered.found ?? {};
      return VALUE_BYTES + (size ? FELT_BYTES * size.sierraFelts + size.abiBytes : 0);
    }
    case 'text':
      return answered.params.length + answered.answer.length;
    case 'answer':
      return VALUE_BYTES + writeJson(answered.answer).length;
  }
}

async function rowsOf({ block }: Origin, answered: OriginAnswered): Promise<readonly AnswerRow[]> {
  switch (answered.kind) {
    case 'value': {
      const { item, value } = answered;
      const { method, params } = callOf(item, block.number);
      const isAbsent = item.kind === 'classHash' && value === ZERO_KEY;
      return [isAbsent ? [method, params, null, errors.contractNotFound] : [method, params, formatFelt(feltOf(value))]];
    }
    case 'class':
      return classRows(block.number, answered.classHash, answered);
    case 'text': {
      const [params, read] = await Promise.all([parsed(answered.params), parsed(answered.answer)]);
      return isObject(read) && 'result' in read ? [[answered.method, params, read['result']]] : [];
    }
    case 'answer': {
      const { method, params, answer } = answered;
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
