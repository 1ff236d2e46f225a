import type { TextOrPieces } from '../rpc/answerText.ts';
import type { Hub } from '../sandbox/hub.ts';
import type { Log } from './log/log.ts';
import type { PendingRequest } from './pendingRequest.ts';

const JSON_CONTENT = /^application\/(?:[^;\s]+\+)?json\s*(?:;|$)/i;

/** Whether requests may have this content type. */
export const isJsonContent = (type: string | undefined): boolean => type !== undefined && JSON_CONTENT.test(type);

/** What is needed to answer requests. */
export interface AnswerParts {
  readonly hub: Hub;
  readonly log: Log;
}

/** The answer to the body of a request, for both HTTP paths; undefined if the request has timed out. */
export async function answerRpc(
  url: string,
  body: Buffer,
  pending: PendingRequest,
  { hub, log }: AnswerParts,
): Promise<TextOrPieces | undefined> {
  if (log.bodies.request) log.write('info', 'request', `${url} ${body.toString('utf8')}`);
  const answer = await hub.answerInPieces(body, pending);
  if (pending.aborted) return undefined;
  if (!log.bodies.response) return answer;
  if (typeof answer !== 'string') return logged(answer, log);
  log.write('info', 'response', answer);
  return answer;
}

async function* logged(pieces: AsyncIterable<string>, log: Log): AsyncIterable<string> {
  for await (const piece of pieces) {
    log.write('info', 'response', piece);
    yield piece;
  }
}
