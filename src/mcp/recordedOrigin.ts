// What a fork asks its node for is recorded, so that it can be exported and the fork repeated without network.
import { OriginClient } from '../fork/originClient.ts';
import { type FetchLike, Transport } from '../fork/transport.ts';
import { findMethod } from '../rpc/method.ts';
import { methods } from '../rpc/methods/index.ts';
import { OriginRecord } from '../rpc/record/originRecord.ts';
import { recordingEndpoint } from '../rpc/record/recordingEndpoint.ts';
import { answerThrough } from '../rpc/record/recordingProxy.ts';

/** A node that is forked, and the record of its answers. */
export class RecordedOrigin {
  readonly record = new OriginRecord();
  /** What the sandbox reaches the node with. */
  readonly fetch: FetchLike;

  constructor(url: string) {
    const client = new OriginClient(new Transport(url, { fetch: globalThis.fetch as unknown as FetchLike }));
    const endpoint = recordingEndpoint(client, this.record);
    const isRead = (name: string) => {
      const found = findMethod(methods, name)?.method;
      return found?.kind === 'read' && found.group === 'chain';
    };
    this.fetch = async (_, { body }) =>
      new Response(await answerThrough(endpoint, new TextEncoder().encode(body), isRead));
  }
}
