// On a fork, questions about the time before it are the origin's to answer.
import type { ChainView } from '../../chain/chainView.ts';
import type { AnswerLifetime, Origin } from '../../chain/origin.ts';
import type { BlockId } from '../../chain/value/blockId.ts';
import { type Felt, formatFelt } from '../../felt/felt.ts';
import { readError } from '../../fork/originClient.ts';
import { archiveHint } from '../../fork/originError.ts';
import { isObject, type Json } from '../../json/json.ts';
import { writeJson } from '../../json/writeJson.ts';
import { ChainError, type ChainErrorKind } from '../../protocol/chainError.ts';
import type { ErrorKind } from '../../protocol/errors.ts';
import type { Words } from '../../protocol/message.ts';
import { RpcError } from '../rpcError.ts';
import { overlayAcceptance } from './acceptanceOverlay.ts';
import type { OriginRule } from './originRule.ts';

/** Failures that mean: not here, but perhaps there. */
const NOT_HERE: ReadonlySet<ErrorKind> = new Set(['blockNotFound', 'classHashNotFound', 'transactionHashNotFound']);

/** What forwarding needs to know of a method. */
interface ForwardedMethod {
  readonly name: string;
  readonly origin?: OriginRule | 'none';
  readonly params: { encode?(params: unknown): Json | undefined };
}

/** Decoded parameters. */
type Named = Readonly<Record<string, unknown>>;

/** An error that the origin answered with, as it is. */
export class ForwardedError extends RpcError {
  constructor(code: number, message: string, data: unknown, help?: Words) {
    super('failed', { message, data, help }, code);
  }
}

/** Runs a method with decoded parameters; when what it asks for is not here, the origin's answer is its answer. */
export async function orOrigin(
  chain: ChainView,
  { name, origin: rule, params: { encode } }: ForwardedMethod,
  params: object,
  run: () => unknown,
): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    const { origin } = chain;
    if (!origin || !rule || rule === 'none' || !(error instanceof ChainError) || !NOT_HERE.has(error.kind)) throw error;
    const there = await paramsThere(chain, origin, rule, params as Named);
    if (there === undefined) throw error;
    const { answers } = rule;
    if (answers === 'none')
      throw new ChainError(error.kind as ChainErrorKind, { ...error.facts, help: onlyThere(name, rule) });
    const result = await askOrigin(origin, name, encode!(there)!, answers);
    return overlayAcceptance(chain, origin, rule, there, result);
  }
}

const onlyThere = (name: string, { by }: OriginRule): string =>
  `The ${by} is from before the fork, where only the origin knows it. ${name} needs one that was made here.`;

/** Asks the origin and gives its result, or throws its error. */
export async function askOrigin(origin: Origin, name: string, params: Json, answers: AnswerLifetime): Promise<Json> {
  const { result, error } = await origin.forward(name, writeJson(params), answers);
  if (isObject(error)) {
    const { code, message } = readError(error);
    const { data } = error;
    const help = data === undefined ? archiveHint(origin.url, message) : undefined;
    throw new ForwardedError(code, message, data, help);
  }
  return result!;
}

/** The parameters as the origin is to read them; undefined when the question is not about its part of the chain. */
async function paramsThere(
  chain: ChainView,
  origin: Origin,
  rule: OriginRule,
  params: Named,
): Promise<Named | undefined> {
  switch (rule.by) {
    case 'block': {
      const id = await idThere(chain, origin, params[rule.member] as BlockId);
      return id && { ...params, [rule.member]: id };
    }
    case 'transaction': {
      const number = await origin.findTransaction(formatFelt(params[rule.member] as Felt));
      return number === undefined ? undefined : params;
    }
    case 'class':
    case 'l1Transaction':
      return params;
  }
}

/** The block id for the origin; undefined for a block that this chain made, or that the origin does not have before the fork. */
async function idThere(chain: ChainView, origin: Origin, id: BlockId): Promise<BlockId | undefined> {
  if (id === 'l1Accepted' && chain.value.l1AcceptedNumber === undefined)
    return { number: chain.value.originAcceptedNumber ?? origin.block.number };
  if (typeof id === 'string') return undefined;
  if ('number' in id) return id.number <= origin.block.number ? id : undefined;
  if (chain.blockByHash(id.hash)) return undefined;
  return (await origin.blockNumberOf(id.hash)) === undefined ? undefined : id;
}
