// Errors whose help is an explanation of the calls that failed. Clients ignore members of data that they do not know.

import { doLater, doNow, type EitherWay } from '../async/eitherWay.ts';
import { finishInSlices } from '../async/steps.ts';
import { restIfDue } from '../async/turns.ts';
import type { ChainView } from '../chain/chainView.ts';
import { RejectedTransaction } from '../chain/run/rejectedTransaction.ts';
import type { ErrorKind } from '../protocol/errors.ts';
import type { PaintedText } from '../text/paintedText.ts';
import { explainRerun, loadAtOnce } from '../tools/explain/explainChain.ts';
import type { Explanation } from '../tools/explain/explanation.ts';
import type { Context } from './context.ts';
import { senderMistake } from './notFound.ts';
import { type ErrorExplanation, RpcError } from './rpcError.ts';

/** The form of an explanation in an error. */
const SHORT = { short: true, maxChars: 8000 };

/** What decides when errors are explained. */
export type Explains = Pick<Context, 'chain' | 'explainsLater'>;

/**
 * An error with an explanation as its help. One that cannot be made, or has no failed call, is left out. `prepare` gets the work ready, which
 * is done at once, or if and when the client reads the explanation.
 */
export async function explainedError(
  { chain, explainsLater }: Explains,
  kind: ErrorKind,
  data: object,
  prepare: () => Promise<EitherWay<Explanation | undefined>>,
): Promise<RpcError> {
  const explainLater = explainsLater ? await onDemand(chain, prepare) : undefined;
  if (explainLater) return new RpcError(kind, { data, explainLater });
  const explanation = await shortText(async () => doLater(await prepare()));
  return new RpcError(kind, { data, help: explanation?.text(false), explanation });
}

/** Makes the text of an explanation when it is called. Undefined if it has to be made before that. */
async function onDemand(
  chain: ChainView,
  prepare: () => Promise<EitherWay<Explanation | undefined>>,
): Promise<(() => string | undefined) | undefined> {
  const work = await prepare().catch(() => undefined);
  if (!work || !(await loadAtOnce(chain))) return undefined;
  const { formatExplanation } = await import('../tools/explain/formatExplanation.ts');
  const explain = () => {
    try {
      const explanation = doNow(work);
      return saysMore(explanation) ? formatExplanation(explanation, SHORT) : undefined;
    } catch {
      // The reason is known all the same.
      return undefined;
    }
  };
  let made: { readonly text: string | undefined } | undefined;
  return () => (made ??= { text: explain() }).text;
}

/** Sends a transaction. If the chain refuses it because a call failed, the error has the explanation of this call. */
export async function explainingRejection<T>(chain: ChainView, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof RejectedTransaction)) throw error;
    const { kind, facts, rerun } = error;
    if (kind === 'insufficientAccountBalance')
      // More money would not help a sender that is no account.
      throw new RpcError(kind, { ...facts, help: (await senderMistake(chain, rerun)) ?? facts.help });
    const explanation = await shortText(() => explainRerun(chain, rerun));
    throw new RpcError(kind, { ...facts, help: rejectionHelp(kind, explanation?.of) ?? facts.help, explanation });
  }
}

/** The help for the one who sent a rejected transaction: a sentence, because the data of these errors is a text or nothing. */
function rejectionHelp(kind: ErrorKind, explanation: Explanation | undefined): string | undefined {
  // The message of a failure without a code of its own has the felts of its execution; others say in their data what panicked.
  if (kind === 'failed') return explanation?.reason;
  return explanation?.validationNote && `Note: ${explanation.validationNote}`;
}

async function shortText(explain: () => Promise<Explanation | undefined>): Promise<ErrorExplanation | undefined> {
  const explanation = await explain().catch(() => undefined);
  if (!saysMore(explanation)) return undefined;
  const { explanationText, formatExplanation } = await import('../tools/explain/formatExplanation.ts');
  await restIfDue();
  const plain = await finishInSlices(explanationText(explanation, SHORT));
  const isCut = plain.length > SHORT.maxChars;
  const text: PaintedText = (color) =>
    color && !isCut ? formatExplanation(explanation, { short: true, color }) : plain;
  return { text, of: explanation };
}

/** Without a failed call an explanation would only repeat the error. */
const saysMore = (explanation: Explanation | undefined): explanation is Explanation =>
  explanation !== undefined &&
  (explanation.validationNote !== undefined ||
    explanation.calls.some(({ end }) => end.kind !== 'returned' || end.isRefusal));

/** The explanation in the data of an error, if there is one. */
export function explanationIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('explanation' in data)) return undefined;
  return typeof data.explanation === 'string' ? data.explanation : undefined;
}
