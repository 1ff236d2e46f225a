import { prove } from '../../../chain/run/prove.ts';
import { TransactionFailure } from '../../../chain/run/simulation.ts';
import { writeJson } from '../../../json/writeJson.ts';
import { ChainError } from '../../../protocol/chainError.ts';
import { hint, message } from '../../../protocol/message.ts';
import { writeBase64 } from '../../../text/base64.ts';
import { blockId } from '../../decode/blockId.ts';
import { struct } from '../../decode/decoder.ts';
import { transaction } from '../../decode/transaction.ts';
import { formatFailure } from '../../format/contractError.ts';
import { ethHex, hex, hexList } from '../../format/hex.ts';
import { method } from '../../method.ts';
import { failed } from '../../rpcError.ts';

const params = struct('ProveTransactionInput', { block_id: blockId, transaction });

/** A mock proof of an invocation: what its simulation would be proven by. */
export const proveTransaction = method({
  name: 'proveTransaction',
  group: 'chain',
  summary: 'A mock proof of an invocation. Needs the proof mode `devnet`.',
  kind: 'read',
  origin: { by: 'block', member: 'blockId', answers: 'none' },
  params,
  run: async ({ node, chain, isStrict }, { blockId, transaction }) => {
    if (node.config.proofMode !== 'devnet')
      throw failed(
        message`Devnet cannot provide real transaction proofs. However, running devnet with "${hint('mockProofs')}" enables this endpoint which provides mock proofs which are later validated.`,
      );
    if (transaction.type !== 'INVOKE') throw failed('Only invoke transactions are supported for proving');
    const { proof, proofFacts, messages } = await prove(chain, transaction, blockId).catch((error: unknown) => {
      throw asFailure(error);
    });
    return {
      proof: writeBase64(proof),
      proof_facts: hexList(proofFacts),
      l2_to_l1_messages: messages.map(({ order, fromAddress, toAddress, payload }) => ({
        ...(isStrict && { order }),
        from_address: hex(fromAddress),
        to_address: ethHex(toAddress),
        payload: hexList(payload),
      })),
    };
  },
});

function asFailure(error: unknown): unknown {
  if (error instanceof TransactionFailure) {
    const failure = formatFailure(error.failure);
    const reason = typeof failure === 'string' ? failure : writeJson(failure);
    return failed(`Transaction execution failed: Execution error in simulating transaction no. 0: ${reason}`);
  }
  if (error instanceof ChainError && error.kind === 'blockNotFound')
    return failed('Transaction execution failed: No block found');
  return error;
}
