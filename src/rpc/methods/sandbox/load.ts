import { isObject, type Json, JsonError } from '../../../json/json.ts';
import { parseJson } from '../../../json/parseJson.ts';
import { invalidParams, RpcError } from '../../../protocol/errors.ts';
import { limits } from '../../../protocol/limits.ts';
import type { Context } from '../../context.ts';
import type { Decoder } from '../../decode/decoder.ts';
import { readEnvelope } from '../../envelope.ts';
import { method } from '../../method.ts';

type LoadRequest = { readonly path: string } | { readonly events: readonly Json[] };

const params: Decoder<LoadRequest> = (value) => {
  if (isObject(value) && Object.keys(value).length === 1) {
    const { path, events } = value;
    if (typeof path === 'string') return { path };
    if (Array.isArray(events) && events.every(isEvent)) return { events };
  }
  throw invalidParams('data did not match any variant of untagged enum LoadRequest');
};

const isEvent = (event: Json) => readEnvelope(event)?.kind === 'call';

/** Starts anew and repeats dumped requests in order. When one fails, everything is as it was. */
export const load = method('load', params, async (context, request) => {
  const events = 'events' in request ? request.events : await readEvents(context, request.path);
  const { write, replay, journalFile, node } = context;
  await write(async (draft) => {
    await draft.restart({ keepMessaging: false });
    for (const [index, event] of events.entries()) {
      await replay(draft, event).catch((error: unknown) => {
        throw 'path' in request ? namingEvent(error, index, event) : error;
      });
      await draft.rest();
    }
  });
  // A file that was loaded is never removed; a journal that starts empty removes the old run's.
  if (node.chain.journalVector.length > 0 || 'events' in request) await journalFile?.rewrite();
  return {};
});

async function readEvents({ files }: Context, path: string): Promise<readonly Json[]> {
  if (!files) throw new RpcError('dumpFailed', { message: 'The file does not exist' });
  return parseEvents(await files.read(path));
}

/** The error of an event in a file, with its place: nobody sees the list that it stands in. */
export function namingEvent(error: unknown, index: number, event: Json): unknown {
  if (!(error instanceof RpcError)) return error;
  const { kind, message, data } = error;
  const method = isObject(event) ? event['method'] : undefined;
  return new RpcError(kind, { message, data: { event: index + 1, method, ...(data === undefined ? {} : { data }) } });
}

/** The events in the text of a dump file. */
export function parseEvents(text: string): readonly Json[] {
  const wrong = (reason: string) => new RpcError('dumpFailed', { message: `Deserialization error: ${reason}` });
  try {
    const events = parseJson(text, limits.fileJson);
    if (!Array.isArray(events))
      throw wrong(`invalid type: ${isObject(events) ? 'map' : 'value'}, expected a sequence at line 1 column 1`);
    const odd = events.findIndex((event) => !isEvent(event));
    if (odd >= 0) throw wrong(`event ${odd + 1} of ${events.length} is no JSON-RPC request`);
    return events;
  } catch (error) {
    throw error instanceof JsonError ? wrong(error.message) : error;
  }
}
