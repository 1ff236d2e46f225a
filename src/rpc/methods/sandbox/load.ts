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
  const { write, replay, journalFile, node } = context;
  await write(async (draft) => {
    await draft.restart({ keepMessaging: false });
    for (const event of events) await replay(draft, event);
  });
  // A file that was loaded is never removed; a journal that starts empty removes the old run's.
  if (node.chain.journal.length > 0 || 'events' in request) await journalFile?.rewrite(node.chain.journal);
  return {};
});

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
