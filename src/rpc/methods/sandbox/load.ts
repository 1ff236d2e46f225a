import { invalidParams, RpcError } from '../../../protocol/errors.ts';
import { limits } from '../../../protocol/limits.ts';
import type { Context } from '../../context.ts';
import type { Decoder } from '../../decode/decoder.ts';
import { isObject, readEnvelope } from '../../envelope.ts';
import { type Json, JsonError, parseJson } from '../../json.ts';
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
  await loadEvents(context, events);
  return {};
});

/** Repeats dumped requests on a chain that starts anew. */
export function loadEvents(
  { write, replay }: Pick<Context, 'write' | 'replay'>,
  events: readonly Json[],
): Promise<void> {
  return write(async (draft) => {
    await draft.restart({ keepMessaging: false });
    for (const event of events) await replay(draft, event);
  });
}

async function readEvents({ files }: Context, path: string): Promise<readonly Json[]> {
  if (!files) throw new RpcError('dumpFailed', { message: 'The file does not exist' });
  return parseEvents(await files.read(path));
}

/** The events in the text of a dump file. */
export function parseEvents(text: string): readonly Json[] {
  const wrong = (reason: string) => new RpcError('dumpFailed', { message: `Deserialization error: ${reason}` });
  try {
    const events = parseJson(text, limits.jsonDepth);
    if (!Array.isArray(events))
      throw wrong(`invalid type: ${isObject(events) ? 'map' : 'value'}, expected a sequence at line 1 column 1`);
    if (!events.every(isEvent)) throw wrong('every event must be a JSON-RPC request');
    return events;
  } catch (error) {
    throw error instanceof JsonError ? wrong(error.message) : error;
  }
}
