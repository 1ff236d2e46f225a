import { restIfDue } from '../../async/turns.ts';
import { mayPass, type OriginAnswer, type OriginCall, type OriginEndpoint } from '../../fork/originClient.ts';
import { isObject } from '../../json/json.ts';
import { parseJsonInSlices } from '../../json/parseJson.ts';
import { writeJson } from '../../json/writeJson.ts';
import { errors } from '../../protocol/errors.ts';
import { sourceLimits } from '../../protocol/sourceLimits.ts';
import type { OriginRecord } from './originRecord.ts';

/** Requests that are not recorded: classes are compiled here. */
const NEVER: ReadonlySet<string> = new Set(['getCompiledCasm']);

/** An origin whose answers are recorded. What the record has is answered from it, so that recording again only adds. */
export function recordingEndpoint(origin: OriginEndpoint, record: OriginRecord): OriginEndpoint {
  const call = async (calls: readonly OriginCall[]): Promise<readonly OriginAnswer[]> => {
    const known = calls.map(({ method, params }) =>
      NEVER.has(method) ? { error: errors.methodNotFound } : record.find(method, params),
    );
    const open = calls.filter((_, i) => known[i] === undefined);
    const answers = open.length > 0 ? await origin.call(open) : [];
    for (const [i, { method, params }] of open.entries()) {
      const answer = answers[i]!;
      if (!answer.error || !mayPass(answer.error.code)) record.add({ method, params, answer });
    }
    let next = 0;
    return known.map((answer) => answer ?? answers[next++]!);
  };
  return {
    call,
    send: async (request) => {
      const parsed = await parseJsonInSlices(request, sourceLimits.answerJson, restIfDue);
      const { method, params } = (isObject(parsed) ? parsed : {}) as { method?: unknown; params?: unknown };
      const [answer] = await call([{ method: String(method).replace(/^\w+?_/, ''), params: params ?? [] }]);
      return writeJson({ jsonrpc: '2.0', id: 0, ...answer });
    },
  };
}
