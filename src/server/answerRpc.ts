import type { TextOrPieces } from '../rpc/answerText.ts';
import type { Hub } from '../sandbox/hub.ts';
import type { Log } from './log/log.ts';
import type { Waiting } from './waiting.ts';

const JSON_CONTENT = /^application\/(?:[^;\s]+\+)?json\s*(?:;|$)/i;

/** Whether a content type is one that requests may have. */
export const isJsonContent = (type: string | undefined): boolean => type !== undefined && JSON_CONTENT.test(type);

/** What answering needs. */
export interface AnswerParts {
  readonly hub: Hub;
  readonly log: Log;
}

/** The answer to the body of a request, whoever read it from the wire; undefined when nobody waits for it any more. */
export async function answerRpc(
  url: string,
  body: Buffer,
  waiting: Waiting,
  { hub, log }: AnswerParts,
): Promise<TextOrPieces | undefined> {
  if (log.bodies.request) log.write('info', 'request', `${url} ${body.toString('utf8')}`);
  const answer = await hub.answerInPieces(body, waiting);
  if (waiting.aborted) return undefined;
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
