import { transactionHash } from '../../execution/hash/transactionHash.ts';
import { unsignedInvoke } from '../../execution/transaction.ts';
import type { Felt } from '../../felt/felt.ts';
import type { InvokeTransactionV3 } from '../../rpc/format/transaction.ts';
import { type CallLike, executeCalldata } from './calls.ts';
import { type SendingAccount, signatureOf } from './sendingAccount.ts';
import { writeInvoke } from './transactionKinds.ts';
import { FREE } from './usualBounds.ts';

/** A transaction that is only tried out and pays nothing. It is signed if the account can sign. */
export async function freeInvoke(
  { address, sign, accountClass }: SendingAccount,
  nonce: Felt,
  calls: readonly CallLike[],
  chainId: Felt,
): Promise<InvokeTransactionV3> {
  const calldata = executeCalldata(calls, accountClass);
  const unsigned = unsignedInvoke({ senderAddress: address, nonce, calldata, resourceBounds: FREE });
  const signature = sign ? await signatureOf(sign, transactionHash(unsigned, chainId), calldata) : [];
  return writeInvoke({ ...unsigned, signature });
}
