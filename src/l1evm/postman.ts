// Messages between the chain and an L1 whose EVM runs in this process.
import type { TypedTransaction } from '@ethereumjs/tx';
import { restIfDue } from '../async/turns.ts';
import type { EvmL1 } from '../chain/l1Connection.ts';
import type { MessageToL1 } from '../chain/run/broadcast.ts';
import { L1Error } from '../l1/l1Error.ts';
import { l1Address } from '../l1/l1Transaction.ts';
import { type LoggedMessages, messagesFromL1 } from '../l1/messagesFromL1.ts';
import { encodeMockSendMessageFromL2 } from '../l1/messagingAbi.ts';
import { checkL1Bytes } from './checkL1Bytes.ts';
import { EthError } from './ethError.ts';
import { findLogs } from './ethLogs.ts';
import { POSTMAN_KEY } from './l1Accounts.ts';
import { type L1Head, newestBlock } from './l1Head.ts';
import { mineBlock, nextHeader } from './mineBlock.ts';
import { MAX_GAS } from './runCall.ts';
import { signed } from './sendTransaction.ts';
import { unsignedTransaction } from './unsignedTransaction.ts';

/** What an L1 has become. Other layers keep its head without looking into it. */
export const headOf = ({ head }: EvmL1): L1Head => head as L1Head;

const contractOf = ({ contractAddress }: EvmL1): `0x${string}` => `0x${contractAddress.toString(16).padStart(40, '0')}`;

/** The messages to L2 that L1 has logged since its cursor. */
export const messagesOf = (l1: EvmL1): Promise<LoggedMessages> =>
  messagesFromL1(l1, {
    blockNumber: async () => newestBlock(headOf(l1)).header.number,
    logs: async (address, topic, from, to) => {
      const filter = { from: Number(from), to: Number(to), addresses: new Set([address]), topics: [new Set([topic])] };
      const logs = await findLogs(headOf(l1), filter);
      return logs.map(({ topics, data, blockNumber, logIndex, transactionHash }) => ({
        topics: topics.map(BigInt),
        data,
        block: BigInt(blockNumber),
        logIndex: Number(logIndex),
        transactionHash: BigInt(transactionHash),
      }));
    },
  });

/** What became of messages from L2. */
interface Sent {
  readonly l1: EvmL1;
  /** Those that L1 has. */
  readonly taken: readonly MessageToL1[];
  /** Why the last of the others was left out: it would be refused every time. */
  readonly refusal: L1Error | undefined;
}

/** The L1 after these messages from L2, which can be consumed from then on. Throws an L1Error if it is full. */
export async function withMessages(l1: EvmL1, messages: readonly MessageToL1[], now: bigint): Promise<Sent> {
  const taken: MessageToL1[] = [];
  let refusal: L1Error | undefined;
  if (messages.length === 0) return { l1, taken, refusal };
  let head = headOf(l1);
  const { state } = await head.machine.stateAt(head.nodes, head.stateRoot);
  const postman = head.machine.packages.util.createAddressFromString(l1Address(BigInt(POSTMAN_KEY)));
  let nonce = (await state.getAccount(postman))?.nonce ?? 0n;
  for (const message of messages) {
    const { fromAddress, toAddress, payload } = message;
    const data = encodeMockSendMessageFromL2(fromAddress, toAddress, payload) as `0x${string}`;
    const after = await withTransaction(head, { to: contractOf(l1), data, nonce }, now);
    if (after) {
      head = after;
      nonce++;
      taken.push(message);
    } else
      refusal = new L1Error(
        `A message with ${payload.length} felts needs more gas than a transaction of L1 has, and is left out`,
      );
    await restIfDue();
  }
  return { l1: { ...l1, head }, taken, refusal };
}

/** The L1 after a transaction; undefined if it cannot be in a block, or fails. */
async function withTransaction(head: L1Head, fields: PostmanFields, now: bigint): Promise<L1Head | undefined> {
  try {
    checkL1Bytes(head);
  } catch (error) {
    throw error instanceof EthError ? new L1Error(error.message) : error;
  }
  const after = await mineBlock(head, [postmanTransaction(head, fields)], now).catch((error: unknown) => {
    if (!(error instanceof EthError)) throw error;
    return undefined;
  });
  return after && newestBlock(after).executed[0]?.receipt['status'] === '0x1' ? after : undefined;
}

interface PostmanFields {
  readonly to?: `0x${string}`;
  readonly data: `0x${string}`;
  readonly nonce: bigint;
}

/** A transaction of the account that brings messages. */
export function postmanTransaction(head: L1Head, { to, data, nonce }: PostmanFields): TypedTransaction {
  const baseFee = nextHeader(head, 0n).baseFeePerGas;
  const call = {
    from: l1Address(BigInt(POSTMAN_KEY)) as `0x${string}`,
    to,
    data,
    nonce,
    value: 0n,
    gas: MAX_GAS,
    gasPrice: undefined,
    maxFeePerGas: undefined,
    maxPriorityFeePerGas: 0n,
    accessList: undefined,
  };
  return signed(head, unsignedTransaction(head.machine, call, baseFee), { privateKey: POSTMAN_KEY });
}
