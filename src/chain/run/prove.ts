import { failed } from '../../protocol/chainError.ts';
import type { ChainView } from '../chainView.ts';
import type { BlockId } from '../value/blockId.ts';
import type { BroadcastTransaction } from './broadcast.ts';
import { makeProof } from './mockProofs.ts';
import { simulate } from './simulate.ts';
import type { Proof } from './simulation.ts';
import { prepare } from './submission.ts';

/** Makes the mock proof of a transaction, which is simulated at a block. */
export async function prove(view: ChainView, transaction: BroadcastTransaction, id: BlockId): Promise<Proof> {
  if (transaction.type !== 'INVOKE') throw failed('Only invoke transactions are supported for proving');
  const simulation = await simulate(view, [transaction], { skipValidate: false, skipFeeCharge: true }, id);
  const block = view.resolveBlock(id);
  const { hash } = await prepare(transaction, view, block.protocol.rules);
  return makeProof(simulation.transactions[0]!.trace, hash, block, view.chainId);
}
