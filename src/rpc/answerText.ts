// A text from the wire, single or batch, to the text that answers it.

import { READING, takeThread } from '../async/turnMeter.ts';
import { restIfDue } from '../async/turns.ts';
import { growTraffic, workMemory } from '../budget/workMemory.ts';
import { DuplicateKeyError, type Json, JsonError } from '../json/json.ts';
import { isLongJson } from '../json/jsonPieces.ts';
import type { TextParts } from '../json/textParts.ts';
import { writeJson } from '../json/writeJson.ts';
import { WrittenJson } from '../json/writtenJson.ts';
import { limits } from '../protocol/limits.ts';
import { transit } from '../protocol/transit.ts';
import { type Answer, errorAnswer } from './answer.ts';
import { CallScope } from './callScope.ts';
import type { Caller, Dispatcher } from './dispatch.ts';
import { type Envelope, readEnvelope } from './envelope.ts';
import { answerUnderFaults, type CallFaults } from './faults/answerUnderFaults.ts';
import { parseRequest } from './parseRequest.ts';
import { RpcError } from './rpcError.ts';
import { writeLongJson } from './writeLongJson.ts';

/** Over HTTP and over a socket the same faults carry slightly different codes and words. */
export type Transport = 'http' | 'socket';

const NOT_A_REQUEST = 'data did not match any variant of untagged enum Request';

/** The answer to a text that is no request at all. */
function malformed(dispatcher: CallAnswerer, transport: Transport, reason = NOT_A_REQUEST): string {
  dispatcher.reportMalformed(reason);
  const error =
    transport === 'socket'
      ? new RpcError('parseError', { data: { reason } })
      : new RpcError('invalidRequest', {
          data: { reason: `Data error: Failed to deserialize the JSON body into the target type: ${reason}` },
        });
  return writeJson(errorAnswer(null, error));
}

const invalid = (id: Extract<Envelope, { kind: 'invalid' }>['id'] = null) =>
  errorAnswer(id, new RpcError('invalidRequest'));

/** What answers calls: the dispatcher of a node, or another service with methods of its own. */
export type CallAnswerer = Pick<Dispatcher, 'answer' | 'errorOf' | 'faults' | 'reportMalformed'>;

/** A text, or its pieces. Later pieces are made when the reader requests them. */
export type TextOrPieces = string | AsyncIterable<string>;
/** An answer: a text, the parts of a long text, or pieces that are made when the reader requests them. */
export type AnswerText = TextOrPieces | TextParts;

/** The parts of a text that is not longer are joined. */
const SHORT_CHARS = 2 ** 16;

const joined = (text: string | TextParts): string => (typeof text === 'string' ? text : text.join(''));

/** Answers whatever a client sent, as a text or as bytes. The answer is always a text. */
export async function answerText(
  body: string | Uint8Array,
  dispatcher: CallAnswerer,
  caller: Caller = {},
  transport: Transport = 'http',
): Promise<string> {
  return wholeText(await answerInParts(body, dispatcher, caller, transport, limits.batchAnswerChars));
}

async function wholeText(answer: AnswerText): Promise<string> {
  if (isComplete(answer)) return joined(answer);
  let whole = '';
  for await (const piece of answer) whole += piece;
  return whole;
}

/** Whether an answer is there as a whole. */
export const isComplete = (answer: AnswerText): answer is string | TextParts =>
  typeof answer === 'string' || Array.isArray(answer);

/**
 * Answers whatever a client sent. The parts of a long text are not joined, and a batch whose answers grow beyond `pieceChars` is answered in
 * pieces, so that a client that does not read makes us hold no more than one. While there are faults, it may throw an FaultInterruption.
 */
export async function answerInParts(
  body: string | Uint8Array,
  dispatcher: CallAnswerer,
  caller: Caller,
  transport: Transport = 'http',
  pieceChars: number = transit.answerPieceChars,
): Promise<AnswerText> {
  takeThread(READING);
  const { faults } = dispatcher;
  const hasFaults = faults.plan !== undefined;
  let value: Json;
  try {
    const parsed = parseRequest(body);
    // What is there already is not waited for.
    value = parsed instanceof Promise ? await parsed : parsed;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    if (error instanceof DuplicateKeyError)
      return malformed(dispatcher, transport, error.depth === envelopeDepth(body) ? NOT_A_REQUEST : error.message);
    dispatcher.reportMalformed(error.message);
    const prefix = transport === 'http' ? 'Failed to parse the request body as JSON: ' : '';
    return writeJson(errorAnswer(null, new RpcError('parseError', { data: { reason: prefix + error.message } })));
  }
  if (!Array.isArray(value)) {
    const envelope = readEnvelope(value);
    if (!envelope) return malformed(dispatcher, transport);
    if (!hasFaults) return answerOne(envelope, dispatcher, caller);
    const answer = (faultsOf: FaultsOf) => answerOne(envelope, dispatcher, { ...caller, faults: faultsOf(0) });
    return answerUnderFaults(faults, [envelope], answer, caller);
  }
  if (value.length > limits.batch)
    return malformed(dispatcher, transport, `a batch has at most ${limits.batch} requests`);
  const envelopes = value.map(readEnvelope);
  if (envelopes.includes(undefined)) return malformed(dispatcher, transport);
  const calls = envelopes as readonly Envelope[];
  if (!hasFaults) return answerBatch(calls, dispatcher, caller, pieceChars);
  // A fault may come after the last call, so all of them have run before any answer is sent.
  const answer = async (faultsOf: FaultsOf) =>
    wholeText(await answerBatch(calls, dispatcher, caller, limits.batchAnswerChars, faultsOf));
  return answerUnderFaults(faults, calls, answer, caller);
}

/** The faults of the calls of a batch, by their places in it. */
type FaultsOf = (index: number) => CallFaults;

async function answerOne(envelope: Envelope, dispatcher: CallAnswerer, caller: Caller): Promise<string | TextParts> {
  if (envelope.kind !== 'call') return textOf(invalid(envelope.kind === 'invalid' ? envelope.id : null));
  const scope = new CallScope(caller.signal);
  try {
    const answer = await dispatcher.answer(envelope, { ...caller, signal: scope });
    // An error may have a very long text.
    if ('error' in answer) await restIfDue();
    if (isWritten(answer) || !isLongJson(answer)) return textOf(answer);
    return await writeLongJson(answer, scope.memory).catch((error: unknown) =>
      writeJson(errorAnswer(envelope.id, dispatcher.errorOf(error, envelope.method))),
    );
  } finally {
    if (caller.takeOver && !caller.inBatch) caller.takeOver(scope.memory);
    else scope.memory.end();
  }
}

const isWritten = (answer: Answer): answer is Answer & { readonly result: WrittenJson<unknown> } =>
  'result' in answer && answer.result instanceof WrittenJson;

function textOf(answer: Answer): string | TextParts {
  if (isWritten(answer)) {
    const { parts } = answer.result;
    const start = `{"jsonrpc":"2.0","id":${writeJson(answer.id)},"result":`;
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    return length <= SHORT_CHARS ? `${start}${parts.join('')}}` : [start, ...parts, '}'];
  }
  return writeJson(answer);
}

async function answerBatch(
  envelopes: readonly Envelope[],
  dispatcher: CallAnswerer,
  caller: Caller,
  pieceChars: number,
  faultsOf?: FaultsOf,
): Promise<TextOrPieces> {
  const pieces = batchPieces(envelopes, dispatcher, caller, pieceChars, faultsOf);
  const first = await pieces.next();
  if (first.done) return first.value === '' ? writeJson(invalid()) : first.value;
  return (async function* () {
    yield first.value;
    yield yield* pieces;
  })();
}

/**
 * The answers to a batch, in pieces; the last one is returned. Members run one after the other, so each sees what those before it did. A piece
 * is given away before more is computed. What is kept until then counts as an answer in transit.
 */
async function* batchPieces(
  envelopes: readonly Envelope[],
  dispatcher: CallAnswerer,
  caller: Caller,
  pieceChars: number,
  faultsOf?: FaultsOf,
): AsyncGenerator<string, string> {
  const kept = workMemory.hold('traffic');
  let refusal: RpcError | undefined;
  let piece = '';
  let size = 0;
  try {
    for (const [i, envelope] of envelopes.entries()) {
      if (envelope.kind === 'notification') continue;
      if (piece.length >= pieceChars) {
        kept.handOver();
        yield piece;
        piece = '';
      }
      // A batch is long work, whatever is in it.
      const rest = restIfDue();
      if (rest) await rest;
      if (caller.signal?.aborted) break;
      const answer =
        refusal && envelope.kind === 'call'
          ? writeJson(errorAnswer(envelope.id, refusal))
          : await answerOne(envelope, dispatcher, { ...caller, inBatch: true, faults: faultsOf?.(i) });
      const text = `${size === 0 ? '[' : ','}${joined(answer)}`;
      size += text.length;
      piece += text;
      if (size > limits.batchAnswerChars) refusal = batchTooLong();
      else if (!growTraffic(kept, text.length)) refusal ??= noMemoryForBatch();
    }
  } finally {
    kept.handOver();
  }
  return size === 0 ? '' : `${piece}]`;
}

const batchTooLong = () =>
  new RpcError('internalError', {
    message: `The answers of this batch exceed ${limits.batchAnswerChars} characters. Ask in smaller batches.`,
  });

const noMemoryForBatch = () =>
  new RpcError('internalError', {
    message:
      'The requests that are under way use all memory that there is for them. Try again later, or ask in smaller batches.',
  });

/** How deeply the objects of requests are nested: alone, or in the list of a batch. */
const envelopeDepth = (body: string | Uint8Array): number => {
  const isBatch = typeof body === 'string' ? /^\s*\[/.test(body) : body.find((byte) => byte > 0x20) === 0x5b;
  return isBatch ? 1 : 0;
};
