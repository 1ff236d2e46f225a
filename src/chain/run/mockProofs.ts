import type { CallInfo } from '../../execution/callInfo.ts';
import { isMockProof, mockProof } from '../../execution/hash/proofFacts.ts';
import type { TransactionTrace } from '../../execution/trace.ts';
import { type Felt, toFelt } from '../../felt/felt.ts';
import { feltOf } from '../../felt/key.ts';
import { ChainError, failed } from '../../protocol/chainError.ts';
import type { NodeConfig } from '../config.ts';
import type { Block, OpenBlock } from '../value/block.ts';
import { STRK } from '../value/token.ts';
import type { BroadcastInvoke, MessageToL1 } from './broadcast.ts';
import type { Proof } from './simulation.ts';

/** Makes the mock proof of an invocation that was simulated at a block. Throws if it did not succeed. */
export function makeProof(trace: TransactionTrace, hash: Felt, block: Block | OpenBlock, chainId: Felt): Proof {
  if (trace.type !== 'INVOKE' || 'revertReason' in trace.executeInvocation || trace.executeInvocation.failed)
    throw failed('Transaction execution failed: invoke execution did not succeed');
  const { protocol } = block;
  if (protocol.allowedProofVersions.length === 0)
    throw failed(`Protocol ${protocol.version} has no proofs: block ${block.number} is older than protocol 0.14.2.`);
  const messages = messagesOf(trace.executeInvocation);
  const execution = {
    blockNumber: block.number,
    blockHash: block.kind === 'open' ? toFelt(0n) : block.hash,
    transactionHash: hash,
    chainId,
    strkAddress: STRK.address,
    messages,
  };
  const proven = mockProof(execution, protocol);
  return { ...proven, messages };
}

/** In mode devnet, proof facts need a proof and the reverse. Mode full does not verify anything yet. */
export function checkProof(
  { proof, proofFacts }: Pick<BroadcastInvoke, 'proof' | 'proofFacts'>,
  mode: NodeConfig['proofMode'],
): void {
  if (mode === 'full') throw failed('Proof verification in full mode not yet implemented');
  if (mode === 'none' || (proof === undefined && proofFacts.length === 0)) return;
  if (proof === undefined || !isMockProof(proof, proofFacts)) throw new ChainError('invalidProof');
}

/** The messages of a call and the calls inside it, in the order they were sent. */
function messagesOf(info: CallInfo): (MessageToL1 & { readonly order: number })[] {
  const own = info.messages.map(({ order, toAddress, payload }) => ({
    order,
    fromAddress: feltOf(info.call.contractAddress),
    toAddress: feltOf(toAddress),
    payload: payload.map(feltOf),
  }));
  return [...own, ...info.inner.flatMap(messagesOf)].sort((a, b) => a.order - b.order);
}
