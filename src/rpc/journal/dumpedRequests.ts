import { restIfDue } from '../../async/turns.ts';
import { isObject, type Json, JsonError } from '../../json/json.ts';
import { listElements } from '../../json/listElements.ts';
import { checkJsonInSlices, parseJsonInSlices } from '../../json/parseJson.ts';
import { ChainError } from '../../protocol/chainError.ts';
import { requestJson } from '../../protocol/limits.ts';
import { message } from '../../protocol/message.ts';
import { readEnvelope } from '../envelope.ts';
import { RpcError } from '../rpcError.ts';

/** Characters of a method's name in an error. */
const MAX_NAME = 80;
/** A whole dump may contain any number of values, since its events are parsed one by one. */
const WHOLE_DUMP = { ...requestJson, values: Number.POSITIVE_INFINITY };

/**
 * The events of a dump file, all of which are requests. Each is parsed when it is read, and again when it is read
 * again, so a large dump needs no more memory than its largest event. Throws an RpcError.
 */
export async function readDumpEvents(file: Uint8Array): Promise<AsyncIterable<Json>> {
  const wrong = (reason: string) => new RpcError('dumpFailed', { message: `Deserialization error: ${reason}` });
  try {
    await checkJsonInSlices(file, WHOLE_DUMP, restIfDue);
  } catch (error) {
    throw error instanceof JsonError ? wrong(error.message) : error;
  }
  const first = file.find((byte) => byte > 0x20);
  if (first !== 0x5b)
    throw wrong(`invalid type: ${first === 0x7b ? 'map' : 'value'}, expected a sequence at line 1 column 1`);
  let number = 0;
  for (const [start, end] of listElements(file)) {
    number++;
    try {
      if (!isEvent(await parseJsonInSlices(file.subarray(start, end), requestJson, restIfDue)))
        throw wrong(`event ${number} is no JSON-RPC request`);
    } catch (error) {
      throw error instanceof JsonError ? wrong(`event ${number}: ${error.message}`) : error;
    }
    const rest = restIfDue();
    if (rest) await rest;
  }
  return {
    async *[Symbol.asyncIterator]() {
      for (const [start, end] of listElements(file))
        yield await parseJsonInSlices(file.subarray(start, end), requestJson, restIfDue);
    },
  };
}

/** Whether a value is a request that can be repeated. */
export const isEvent = (event: Json): boolean => readEnvelope(event)?.kind === 'call';

/** The error of an event in a file; its help has the number of the event, since the client does not see the list. */
export function namingEvent(error: unknown, number: number, event: Json): unknown {
  if (!(error instanceof ChainError)) return error;
  const { kind, facts } = error;
  const method = isObject(event) ? event['method'] : undefined;
  const place = `The request that failed is event ${number} of the dump, ${String(method).slice(0, MAX_NAME)}.`;
  return new RpcError(kind, { ...facts, help: facts.help === undefined ? place : message`${facts.help} ${place}` });
}
