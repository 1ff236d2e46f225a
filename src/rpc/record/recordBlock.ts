import type { ConnectWith } from '../../chain/createNode.ts';
import { originConnector } from '../../fork/originConnector.ts';
import type { FetchLike } from '../../fork/transport.ts';
import type { Words } from '../../protocol/message.ts';
import { type ReplayedBlock, type ReplayHost, replayBlock } from '../replay/replay.ts';
import type { OriginRecord } from './originRecord.ts';
import { recordingEndpoint } from './recordingEndpoint.ts';

/** What recording a block needs of its surroundings. */
export interface RecordingHost extends Omit<ReplayHost, 'connect'> {
  readonly fetch?: FetchLike | undefined;
  readonly log?: ((level: 'info' | 'warn', text: Words) => void) | undefined;
}

/** Records everything that a replay of a block asks for, by replaying it. What the record has is not asked for again. */
export async function recordBlock(host: RecordingHost, record: OriginRecord, number: number): Promise<ReplayedBlock> {
  const { fetch, log, library } = host;
  const connect: ConnectWith = originConnector({ fetch, log, listener: (node) => recordingEndpoint(node, record) });
  const connected = connect(library, undefined);
  return replayBlock(
    {
      ...host,
      asksOneByOne: true,
      // The newest block of the record is to be this one, whatever the newest of the node is.
      connect: ({ url, blockNumber = number }) => connected({ url, blockNumber }),
    },
    number,
  );
}
