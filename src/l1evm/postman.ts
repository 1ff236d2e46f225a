// Messages between the chain and an L1 whose EVM runs in this process.
import type { TypedTransaction } from '@ethereumjs/tx';
import { restIfDue } from '../async/turns.ts';
import type { EvmL1 } from '../chain/l1Connection.ts';
import type { MessageToL1 } from '../chain/run/broadcast.ts';
import type { MessageOutcome } from '../chain/value/messaging.ts';
import { concatBytes } from '../felt/concatBytes.ts';
import { keccak256 } from '../felt/hash.ts';
import type { L1Log } from '../l1/l1Client.ts';
import { L1Error } from '../l1/l1Error.ts';
import { l1Address } from '../l1/l1Transaction.ts';
import { type LoggedMessages, messagesFromL1 } from '../l1/messagesFromL1.ts';
import { encodeMockSendMessageFromL2 } from '../l1/messagingAbi.ts';
import { EthError } from './ethError.ts';
import { findLogs } from './ethLogs.ts';
import { POSTMAN_KEY } from './l1Accounts.ts';
import { type L1Head, newestBlock } from './l1Head.ts';
import type { EvmWork, SentToEvm } from './loadEvm.ts';
import { mineBlock, nextHeader } from './mineBlock.ts';
import { INTRINSIC_GAS } from './refusalReason.ts';
import { MAX_GAS } from './runCall.ts';
import { signed } from './sendTransaction.ts';
import { unsignedTransaction } from './unsignedTransaction.ts';

/** What an L1 has become. Other layers keep its head without looking into it. */
export const headOf = ({ head }: Pick<EvmL1, 'head'>): L1Head => head as L1Head;

const contractOf = ({ contractAddress }: EvmL1): `0x${string}` => `0x${contractAddress.toString(16).padStart(40, '0')}`;

/** The messages to L2 that L1 has logged since its cursor. `rest` is called between them, and ends the work by throwing. */
export const messagesOf = (l1: EvmL1, rest: () => Promise<void> | undefined = restIfDue): Promise<LoggedMessages> => {
  const blockNumber = async () => newestBlock(headOf(l1)).header.number;
  const logs = async (address: string, topic: string, from: bigint, to: bigint) => {
    const filter = { from: Number(from), to: Number(to), addresses: new Set([address]), topics: [new Set([topic])] };
    const found: L1Log[] = [];
    for (const { topics, data, blockNumber, logIndex, transactionHash } of await findLogs(headOf(l1), filter, {
      rest,
    })) {
      found.push({
        topics: topics.map(BigInt),
        data,
        block: BigInt(blockNumber),
        logIndex: Number(logIndex),
        transactionHash: BigInt(transactionHash),
      });
      const due = rest();
      if (due) await due;
    }
    return found;
  };
  return messagesFromL1(l1, { blockNumber, logs }, rest);
};

/** The place of the mapping `l2ToL1Messages` in the storage of the messaging contract. */
const L2_TO_L1_MESSAGES = 1n;

/** Finds out which messages from L2 are no longer on L1. Those of another L1, to which a chain was connected before, are not known. */
export async function consumedMessages(
  l1: EvmL1,
): Promise<(hash: bigint, outcome: MessageOutcome) => Promise<boolean>> {
  const { machine, nodes, stateRoot, placeByHash } = headOf(l1);
  const { state } = await machine.stateAt(nodes, stateRoot);
  const { bigIntToBytes, createAddressFromString, setLengthLeft } = machine.packages.util;
  const contract = createAddressFromString(contractOf(l1));
  const wordBytes = (value: bigint) => setLengthLeft(bigIntToBytes(value), 32);
  return async (hash, { l1TransactionHash }) => {
    if (l1TransactionHash === undefined || !placeByHash.has(`0x${l1TransactionHash.toString(16).padStart(64, '0')}`))
      return false;
    const cell = keccak256(concatBytes([wordBytes(hash), wordBytes(L2_TO_L1_MESSAGES)]));
    return (await state.getStorage(contract, cell)).every((byte) => byte === 0);
  };
}

/**
 * The L1 after these messages from L2, which can be consumed from then on. One that needs more gas than a transaction has is left out. Throws an
 * L1Error if L1 is full, or does not take one for another reason.
 */
export async function withMessages(
  l1: EvmL1,
  messages: readonly MessageToL1[],
  now: bigint,
  work?: EvmWork,
): Promise<SentToEvm> {
  const taken: MessageToL1[] = [];
  const outcomes: MessageOutcome[] = [];
  let refusal: L1Error | undefined;
  if (messages.length === 0) return { l1, taken, outcomes, refusal };
  let head = headOf(l1);
  const { state } = await head.machine.stateAt(head.nodes, head.stateRoot);
  const postman = head.machine.packages.util.createAddressFromString(l1Address(BigInt(POSTMAN_KEY)));
  let nonce = (await state.getAccount(postman))?.nonce ?? 0n;
  for (const message of messages) {
    const { fromAddress, toAddress, payload } = message;
    const data = encodeMockSendMessageFromL2(fromAddress, toAddress, payload) as `0x${string}`;
    const after = await withTransaction(head, { to: contractOf(l1), data, nonce }, now, work);
    if (after) {
      head = after;
      nonce++;
      taken.push(message);
      outcomes.push({ l1TransactionHash: BigInt(newestBlock(after).executed[0]!.transaction.hash) });
    } else {
      refusal = new L1Error(
        `A message with ${payload.length} felts needs more gas than a transaction of L1 has, and is left out`,
      );
      outcomes.push({ refusal: refusal.message });
    }
    work?.throwIfAborted();
    await restIfDue();
  }
  return { l1: { ...l1, head }, taken, outcomes, refusal };
}

/** The L1 after a transaction; undefined if that needs more gas than it has. Throws an L1Error if it fails for another reason. */
async function withTransaction(
  head: L1Head,
  fields: PostmanFields,
  now: bigint,
  work: EvmWork | undefined,
): Promise<L1Head | undefined> {
  const after = await mineBlock(head, [postmanTransaction(head, fields)], now, work).catch((error: unknown) => {
    if (!(error instanceof EthError)) throw error;
    if (error.message.includes(INTRINSIC_GAS)) return undefined;
    throw new L1Error(error.message);
  });
  const receipt = after && newestBlock(after).executed[0]!.receipt;
  if (receipt?.['status'] === '0x1') return after;
  if (receipt && BigInt(receipt['gasUsed'] as string) < MAX_GAS)
    throw new L1Error(`The messaging contract ${fields.to} of L1 reverted a message from L2`);
  return undefined;
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
