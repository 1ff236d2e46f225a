// On a fork, questions about the time before it are the origin's to answer.

import type { ChainView } from '../../chain/node.ts';
import type { AnswerLifetime, Origin } from '../../chain/origin.ts';
import { formatFelt, parseFelt } from '../../felt/felt.ts';
import { archiveHint } from '../../fork/originError.ts';
import { isObject, type Json, type JsonObject } from '../../json/json.ts';
import { writeJson } from '../../json/writeJson.ts';
import { ChainError } from '../../protocol/chainError.ts';
import type { ErrorKind } from '../../protocol/errors.ts';
import type { Params } from '../envelope.ts';
import { RpcError } from '../rpcError.ts';
import { type FinalityForm, overlayAcceptance } from './acceptanceOverlay.ts';

/** Failures that mean: not here, but perhaps there. */
const NOT_HERE: ReadonlySet<ErrorKind> = new Set(['blockNotFound', 'classHashNotFound', 'transactionHashNotFound']);

/** How a fork asks its origin for what is not here. */
export interface OriginRule {
  /**
   * What the method names. A block or a transaction must be at or before the fork, since the origin may have gone on. Classes and
   * transactions of L1 are asked for as they are.
   */
  readonly by: 'block' | 'transaction' | 'class' | 'l1Transaction';
  /** How long the answers can be cached. */
  readonly answers: AnswerLifetime;
  /** Where an answer tells how final something is: that may have been changed here. Absent: it does not. */
  readonly finality?: FinalityForm;
}

/** What forwarding needs to know of a method. */
interface AskedMethod {
  readonly name: string;
  readonly origin?: OriginRule;
}

/** An error that the origin answered with, as it is. */
export class ForwardedError extends RpcError {
  override readonly code: number;

  constructor(code: number, message: string, data: unknown) {
    super('failed', { message, data });
    this.code = code;
  }
}

/** Runs a method; when what it asks for is not here, the origin's answer is its answer. */
export async function orOrigin(
  chain: ChainView,
  { name, origin: rule }: AskedMethod,
  params: Params,
  run: () => unknown,
): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    const { origin } = chain;
    if (!origin || !rule || !(error instanceof ChainError) || !NOT_HERE.has(error.kind)) throw error;
    const there = await paramsThere(chain, origin, rule, params);
    if (there === undefined) throw error;
    const result = await askOrigin(origin, name, there, rule.answers);
    return overlayAcceptance(chain, origin, rule.finality, there, result);
  }
}

/** Asks the origin and gives its result, or throws its error. */
export async function askOrigin(origin: Origin, name: string, params: Params, answers: AnswerLifetime): Promise<Json> {
  const { result, error } = await origin.forward(name, writeJson(params ?? []), answers);
  if (isObject(error)) {
    const message = String(error['message']);
    throw new ForwardedError(Number(error['code']), message, error['data'] ?? archiveHint(origin.url, message));
  }
  return result!;
}

/** The parameters as the origin is to read them; undefined when the question is not about its part of the chain. */
async function paramsThere(
  chain: ChainView,
  origin: Origin,
  { by }: OriginRule,
  params: Params,
): Promise<Params | undefined> {
  if (by === 'transaction') {
    const hash = parseFelt(Array.isArray(params) ? params[0] : (params as JsonObject)['transaction_hash']);
    if (hash === undefined || (await origin.findTransaction(formatFelt(hash))) === undefined) return undefined;
    return params;
  }
  const place = by === 'block' ? blockPlace(params) : undefined;
  if (place === undefined) return params;
  const id = await idThere(chain, origin, (params as JsonObject)[place]!);
  if (id === undefined) return undefined;
  if (!Array.isArray(params)) return { ...(params as JsonObject), [place]: id };
  return params.map((member, i) => (i === Number(place) ? id : member));
}

/** Where the block id stands: its name, or its position. */
function blockPlace(params: Params): string | undefined {
  if (!Array.isArray(params)) return params && 'block_id' in params ? 'block_id' : undefined;
  const at = params.findIndex(isBlockId);
  return at < 0 ? undefined : String(at);
}

const TAGS: ReadonlySet<unknown> = new Set(['latest', 'pre_confirmed', 'l1_accepted']);
const isBlockId = (value: Json): boolean =>
  TAGS.has(value) || (isObject(value) && ('block_number' in value || 'block_hash' in value));

/** A block id as the origin is to read it; undefined for a block that is ours, or nobody's before the fork. */
async function idThere(chain: ChainView, origin: Origin, id: Json): Promise<Json | undefined> {
  if (id === 'l1_accepted' && chain.l1AcceptedNumber === undefined)
    return { block_number: chain.originAcceptedNumber ?? origin.block.number };
  if (!isObject(id)) return undefined;
  const number = id['block_number'];
  if (number !== undefined) return Number(number) <= origin.block.number ? id : undefined;
  const hash = parseFelt(id['block_hash']);
  if (hash === undefined || chain.blockByHash(hash)) return undefined;
  return (await origin.blockNumberOf(hash)) === undefined ? undefined : id;
}
