// From what clients send to transactions that can be mined.
import type { TypedTransaction } from '@ethereumjs/tx';
import type { Cancellation } from '../chain/cancellation.ts';
import { EthError, invalidParams } from './ethError.ts';
import type { EthCall } from './ethParams.ts';
import { type L1AccountKey, l1Accounts } from './l1Accounts.ts';
import type { L1Head } from './l1Head.ts';
import { nextHeader } from './mineBlock.ts';
import { refusalReason } from './refusalReason.ts';
import { estimateGas } from './runCall.ts';
import { unsignedTransaction } from './unsignedTransaction.ts';

/** Reads a signed transaction. Throws an EthError. */
export function rawTransaction({ machine }: L1Head, raw: `0x${string}`): TypedTransaction {
  const { tx, util } = machine.packages;
  try {
    const transaction = tx.createTxFromRLP(util.hexToBytes(raw), { common: machine.common });
    if (!transaction.isSigned()) throw new Error('the transaction has no signature');
    transaction.getSenderAddress();
    return transaction;
  } catch (error) {
    throw new EthError('refused', `This is not a transaction for the chain with id 31337: ${refusalReason(error)}`);
  }
}

/** Completes and signs a transaction of an account that needs no wallet: one of the ten, or one that is impersonated. */
export async function ownTransaction(
  head: L1Head,
  call: EthCall,
  now: bigint,
  work?: Cancellation,
): Promise<TypedTransaction> {
  const { machine } = head;
  const from = call.from ?? l1Accounts()[0]!.address;
  const account = l1Accounts().find(({ address }) => address === from);
  if (!account && !head.autoImpersonates && !head.impersonated.includes(from))
    throw invalidParams(
      `There is no key of ${from} here. Use one of eth_accounts, sign with a client that has the key, or call anvil_impersonateAccount.`,
    );
  const { state } = await machine.stateAt(head.nodes, head.stateRoot);
  const known = await state.getAccount(machine.packages.util.createAddressFromString(from));
  const completed = {
    ...call,
    from,
    nonce: call.nonce ?? known?.nonce ?? 0n,
    gas: call.gas ?? (await estimateGas(head, { ...call, from }, now, [], work)),
  };
  const unsigned = unsignedTransaction(machine, completed, nextHeader(head, now).baseFeePerGas);
  return account ? signed(head, unsigned, account) : unsigned;
}

/** Signs a transaction with a key. */
export function signed(
  { machine }: L1Head,
  transaction: TypedTransaction,
  { privateKey }: Pick<L1AccountKey, 'privateKey'>,
): TypedTransaction {
  const { createTx } = machine.packages.tx;
  const { v: _v, r: _r, s: _s, ...fields } = transaction.toJSON();
  const unsigned = createTx({ ...fields, type: transaction.type } as never, { common: machine.common });
  return unsigned.sign(machine.packages.util.hexToBytes(privateKey));
}
