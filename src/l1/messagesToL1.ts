import type { L1Node } from '../chain/l1Connection.ts';
import type { MessageToL1 } from '../chain/run/broadcast.ts';
import { L1Account } from './l1Account.ts';
import type { L1Client } from './l1Client.ts';
import { L1Error, L1ResponseError, L1UnansweredError } from './l1Error.ts';
import { encodeMockSendMessageFromL2 } from './messagingAbi.ts';
import { waitForReceipt } from './waitForReceipt.ts';

/** The result of sending messages: L1 has the first of them, and `error` stopped the next one. */
export interface SentMessages {
  /** The L1 transactions of those that it has. */
  readonly hashes: readonly string[];
  readonly error: L1Error | undefined;
  /** A transaction with the next message that got no answer, so that L1 may have received it. */
  readonly unanswered: bigint | undefined;
}

/**
 * Sends messages to L1, in order. All are sent before it waits for the first, so that they can be in one block. If an earlier
 * transaction with the first message got no answer, it checks whether L1 has received it, so that no message arrives twice.
 */
export async function messagesToL1(
  { chainId, contractAddress, privateKey }: L1Node,
  messages: readonly MessageToL1[],
  client: L1Client,
  unanswered?: bigint,
): Promise<SentMessages> {
  const account = new L1Account(client, chainId, privateKey);
  const to = `0x${contractAddress.toString(16).padStart(40, '0')}`;
  const hashes: string[] = [];
  const earlier = unanswered === undefined ? undefined : `0x${unanswered.toString(16).padStart(64, '0')}`;
  let error: L1Error | undefined;
  try {
    // On L1 a call of an address without code succeeds, and the message would be lost.
    if (!(await client.hasCode(to)))
      throw new L1Error(
        `The specified address (${to}) contains no contract`,
        'Was the L1 node restarted? Call postmanLoad again.',
      );
    if (earlier !== undefined && (await client.hasTransaction(earlier))) hashes.push(earlier);
    for (const { fromAddress, toAddress, payload } of messages.slice(hashes.length)) {
      const call = { to, data: encodeMockSendMessageFromL2(fromAddress, toAddress, payload) };
      hashes.push(await account.send(call).catch((refusal: unknown) => orEarlier(refusal)));
    }
    for (const hash of hashes)
      if (!(await waitForReceipt(client, hash)).succeeded)
        throw new L1Error(`the transaction ${hash} failed`, 'Look at it on L1.');
  } catch (thrown) {
    if (!(thrown instanceof L1Error)) throw thrown;
    error = thrown;
  }
  const isOpen = error !== undefined && hashes.length === 0;
  return {
    hashes,
    error,
    unanswered: error instanceof L1UnansweredError ? error.transactionHash : isOpen ? unanswered : undefined,
  };

  /** If L1 refuses a transaction, the earlier one may have arrived in the meantime and used its nonce. */
  async function orEarlier(refusal: unknown): Promise<string> {
    const isTaken = refusal instanceof L1ResponseError && hashes.length === 0 && earlier !== undefined;
    if (isTaken && (await client.hasTransaction(earlier))) return earlier;
    throw refusal;
  }
}
