// What a fork asks its node for is recorded, so that it can be exported and the fork repeated without network.
import { OriginClient } from '../fork/originClient.ts';
import { type FetchLike, Transport } from '../fork/transport.ts';
import { findMethod } from '../rpc/method.ts';
import { methods } from '../rpc/methods/index.ts';
import { OriginRecord } from '../rpc/record/originRecord.ts';
import { recordingEndpoint } from '../rpc/record/recordingEndpoint.ts';
import { answerThrough } from '../rpc/record/recordingProxy.ts';
import { ToolError } from './answer.ts';

/** The most characters of answers that are kept. A fork of a few contracts reads some megabytes. */
const MOST_CHARS = 100_000_000;

/** A node that is forked, and the record of its answers. */
export class RecordedOrigin {
  /** What the sandbox reaches the node with. */
  readonly fetch: FetchLike;
  /** Undefined if it became too long. */
  #record: OriginRecord | undefined = new OriginRecord();

  constructor(url: string, most = MOST_CHARS, fetch = globalThis.fetch as unknown as FetchLike) {
    const client = new OriginClient(new Transport(url, { fetch }));
    const recording = recordingEndpoint(client, this.#record!);
    const isRead = (name: string) => {
      const found = findMethod(methods, name)?.method;
      return found?.kind === 'read' && found.group === 'chain';
    };
    let chars = 0;
    this.fetch = async (_, { body }) => {
      const text = await answerThrough(this.#record ? recording : client, new TextEncoder().encode(body), isRead);
      chars += text.length;
      if (chars > most) this.#record = undefined;
      return new Response(text);
    };
  }

  /** What the node has answered. Throws if that is too much to be kept. */
  get record(): OriginRecord {
    if (this.#record) return this.#record;
    throw new ToolError(
      'The fork has read too much for a record here. The user can record the node with the command starbox record URL.',
    );
  }
}
