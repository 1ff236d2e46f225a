import type { Felt } from '../../felt/felt.ts';
import { type FeltKey, feltOf, keyOf, ZERO_KEY } from '../../felt/key.ts';
import type { CallContext } from '../callContext.ts';
import { externalCall } from '../calls/externalCall.ts';
import { invokeV0Hash, QUERY_BIT } from '../hash/transactionHash.ts';
import type { TransactionInfo } from '../transactionInfo.ts';
import { EXECUTE_SELECTOR, INVALID_ARGUMENT } from './callContract.ts';
import { type SyscallHandler, unauthorized } from './syscallIo.ts';

/**
 * Runs the `__execute__` of another account as if it had been sent in a transaction of version 0.
 * While it runs, contracts see that transaction instead of the real one.
 */
export const metaTxV0: SyscallHandler = (io) => {
  const contractAddress = io.address();
  const selector = io.key();
  const calldata = io.span();
  const signature = io.span();
  if (!io.charge('MetaTxV0', calldata.length)) return undefined;
  const { context, frame } = io;
  const shownClass = context.state.classHashAt(contractAddress);
  frame.usages.get('MetaTxV0')!.felts += calldata.length;
  if (context.mode === 'Validate') throw unauthorized('meta_tx_v0');
  if (selector !== EXECUTE_SELECTOR) {
    io.fail([INVALID_ARGUMENT]);
    return undefined;
  }
  const outerTransaction = context.transaction;
  context.transaction = metaTransaction(context, contractAddress, calldata, signature);
  return {
    kind: 'call',
    callKind: 'called',
    shownClass,
    outerTransaction,
    call: externalCall(contractAddress, selector, calldata, ZERO_KEY, io.gas),
  };
};

function metaTransaction(
  { transaction: { onlyQuery }, block }: CallContext,
  account: FeltKey,
  calldata: readonly FeltKey[],
  signature: readonly FeltKey[],
): TransactionInfo {
  const version = (onlyQuery ? QUERY_BIT : 0n) as Felt;
  const felts = calldata.map(feltOf);
  const noFee = 0n as Felt;
  const hash = invokeV0Hash(version, feltOf(account), feltOf(EXECUTE_SELECTOR), felts, noFee, feltOf(block.chainId));
  return {
    version: keyOf(version),
    onlyQuery,
    account,
    maxFee: ZERO_KEY,
    signature,
    hash: keyOf(hash),
    nonce: ZERO_KEY,
  };
}
