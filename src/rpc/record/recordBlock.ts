import type { ConnectWith } from '../../chain/createNode.ts';
import { groundItems } from '../../chain/genesis/genesis.ts';
import { SEQUENCER_ADDRESS } from '../../chain/value/seal.ts';
import { balanceAddress, ETH, STRK, u256Cells } from '../../chain/value/token.ts';
import { keyOf } from '../../felt/key.ts';
import { originConnector } from '../../fork/originConnector.ts';
import type { FetchLike } from '../../fork/transport.ts';
import type { Words } from '../../protocol/message.ts';
import type { StateItem } from '../../state/need.ts';
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
  const replayed = await replayBlock(
    {
      ...host,
      asksOneByOne: true,
      // The newest block of the record is to be this one, whatever the newest of the node is.
      connect: ({ url, blockNumber = number }) => connected({ url, blockNumber }),
    },
    number,
  );
  // A fork at this block or the one before starts with these values, and its first fee is paid to its own sequencer.
  for (const blockNumber of [number, number - 1])
    await (await connected({ url: host.url, blockNumber })).base.fetch([...groundItems(), ...feeCells()], true);
  return replayed;
}

/** The balances of the sequencer of a sandbox. */
const feeCells = (): readonly StateItem[] =>
  [ETH, STRK].flatMap(({ address }) =>
    u256Cells(balanceAddress(SEQUENCER_ADDRESS), 0n).map(
      ([key]): StateItem => ({ kind: 'storage', address: keyOf(address), key }),
    ),
  );
