import { restIfDue } from '../async/turns.ts';
import type { L1Cursor, L1Node } from '../chain/l1Connection.ts';
import type { MessageToL2 } from '../chain/run/broadcast.ts';
import { type Felt, P } from '../felt/felt.ts';
import type { L1Client, L1Log } from './l1Client.ts';
import { decodeLogMessageToL2, LOG_MESSAGE_TO_L2 } from './messagingAbi.ts';

/** A message to L2 in the log of L1. */
export interface LoggedMessage {
  readonly message: MessageToL2;
  /** The position in the log after the message. */
  readonly cursor: L1Cursor;
}

export interface LoggedMessages {
  readonly messages: readonly LoggedMessage[];
  /** The end of the log. */
  readonly cursor: L1Cursor;
}

const MAX_L1_ADDRESS = 2n ** 160n - 1n;
const MAX_ADDRESS = 2n ** 251n;
const MAX_FEE = 2n ** 128n - 1n;

/** The maximum range of one request. Public nodes refuse long ranges. */
const BLOCKS_PER_REQUEST = 10_000n;

/** Reads the messages to L2 that L1 has logged since the connection's cursor. `rest` is called between them, and ends the work by throwing. */
export async function messagesFromL1(
  { contractAddress, cursor }: Pick<L1Node, 'contractAddress' | 'cursor'>,
  client: Pick<L1Client, 'blockNumber' | 'logs'>,
  rest: () => Promise<void> | undefined = restIfDue,
): Promise<LoggedMessages> {
  const latest = await client.blockNumber();
  // There are no new blocks. If a development node was restarted, its messages are seen only when it has reached this block again.
  if (latest < cursor.block) return { messages: [], cursor };
  const address = `0x${contractAddress.toString(16).padStart(40, '0')}`;
  const messages: LoggedMessage[] = [];
  const isNew = ({ block, logIndex }: L1Log) =>
    block > cursor.block || (block === cursor.block && logIndex >= cursor.logIndex);
  for (let from = cursor.block; from <= latest; from += BLOCKS_PER_REQUEST) {
    let to = from + BLOCKS_PER_REQUEST - 1n;
    if (to > latest) to = latest;
    for (const log of await client.logs(address, LOG_MESSAGE_TO_L2, from, to)) {
      const message = isNew(log) ? readMessage(log) : undefined;
      if (message) messages.push({ message, cursor: { block: log.block, logIndex: log.logIndex + 1 } });
      const due = rest();
      if (due) await due;
    }
  }
  return { messages, cursor: { block: latest + 1n, logIndex: 0 } };
}

/** Reads a message; undefined if it is invalid. Anyone can log anything, and an invalid entry must not block later messages. */
function readMessage({ topics, data, transactionHash }: L1Log): MessageToL2 | undefined {
  const [, from, to, selector] = topics;
  const decoded = decodeLogMessageToL2(data);
  if (!decoded || from === undefined || to === undefined || selector === undefined) return undefined;
  const { payload, nonce, fee } = decoded;
  if (from > MAX_L1_ADDRESS || to > MAX_ADDRESS || fee > MAX_FEE) return undefined;
  if ([selector, nonce, ...payload].some((value) => value >= P)) return undefined;
  return {
    l1TransactionHash: transactionHash,
    l1ContractAddress: from as Felt,
    l2ContractAddress: to as Felt,
    entryPointSelector: selector as Felt,
    payload: payload as Felt[],
    paidFeeOnL1: fee as Felt,
    nonce: nonce as Felt,
  };
}
