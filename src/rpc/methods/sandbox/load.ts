import { isObject, type Json } from '../../../json/json.ts';
import type { Context } from '../../context.ts';
import { type Decoder, decoder, list, optional, text } from '../../decode/decoder.ts';
import { isEvent, namingEvent, readDumpEvents } from '../../journal/dumpedRequests.ts';
import { EMPTY, method } from '../../method.ts';
import { invalidParams, RpcError } from '../../rpcError.ts';

type LoadRequest = { readonly path: string } | { readonly events: readonly Json[] };

/** A dump by its path, or its requests themselves. */
export type LoadInput = { readonly path: string } | { readonly events: readonly object[] };

const readRequest = decoder<LoadRequest, LoadInput>('`{ path }` or `{ events }`', null, (value) => {
  if (isObject(value) && Object.keys(value).length === 1) {
    const { path: file, events: requests } = value;
    if (typeof file === 'string') return { path: path(file, 'path') };
    if (Array.isArray(requests) && events(requests).every(isEvent)) return { events: requests };
  }
  throw invalidParams('data did not match any variant of untagged enum LoadRequest');
});

/** A file that is larger is read with a large share of the memory for work. */
const LARGE_BYTES = 2 ** 20;

const event = decoder<Json, object>(
  'request',
  { jsonrpc: '2.0', id: 0, method: 'devnet_createBlock', params: {} },
  (value) => value,
);
const path = text('textChars');
const events = list(event, 'loadedEvents');

/** For the reference, its two forms are one with two members. */
const params: Decoder<LoadRequest, LoadInput> = Object.assign(readRequest, {
  shape: {
    kind: 'struct',
    name: 'LoadRequest',
    fields: { path: optional(path), events: optional(events) },
  } as const,
});

/** Restarts the chain and repeats dumped requests in order. If one fails, the chain is unchanged. */
export const load = method({
  name: 'load',
  group: 'sandbox',
  summary: 'Replaces the chain by a new one and runs the requests of a dump on it. If one fails, nothing changes.',
  kind: 'write',
  takesBack: true,
  params,
  restricted: 'default',
  run: async (context, request) => {
    const { write, replay, journalFile, node } = context;
    await write(async (draft) => {
      // Only whoever has the turn reads a file, so that one at a time is in memory.
      const events = 'events' in request ? request.events : await readEvents(context, request.path);
      await draft.restart({ keepMessaging: false });
      let number = 0;
      for await (const event of events) {
        number++;
        await replay(draft, event).catch((error: unknown) => {
          throw 'path' in request ? namingEvent(error, number, event) : error;
        });
        await draft.view.rest();
      }
    });
    // A file that was loaded is never removed; a journal that starts empty removes the old run's.
    if (node.value.journal.length > 0 || 'events' in request) await journalFile?.rewrite();
    return EMPTY;
  },
});

async function readEvents({ files, memory }: Context, path: string): Promise<AsyncIterable<Json>> {
  if (!files) throw new RpcError('dumpFailed', { message: 'The file does not exist' });
  const bytes = await files.read(path);
  // Its values take many times as much as its text. A write goes before reads that wait for memory.
  if (bytes.length > LARGE_BYTES) await memory.waitLarge(true);
  return readDumpEvents(bytes);
}
