import { optional, struct } from '../../decode/decoder.ts';
import { felt } from '../../decode/felt.ts';
import { optionalParams } from '../../decode/params.ts';
import { profileForm } from '../../decode/profileForm.ts';
import { method } from '../../method.ts';
import { RpcError } from '../../rpcError.ts';

const params = optionalParams(
  struct('ProfileTransaction', { transaction_hash: optional(felt), format: optional(profileForm) }),
);

/** Where the gas of a transaction went, or of all transactions if none is given. */
export const profileTransaction = method({
  name: 'profileTransaction',
  group: 'sandbox',
  summary: 'Where the L2 gas of a transaction went, or of all transactions: by Cairo function, line and libfunc.',
  kind: 'read',
  origin: { by: 'transaction', member: 'transactionHash', answers: 'none' },
  params,
  run: async ({ chain, tools }, { transactionHash, format }) => {
    const placed = transactionHash === undefined ? undefined : chain.transaction(transactionHash);
    if (transactionHash !== undefined && !placed) throw new RpcError('transactionHashNotFound');
    const { formatProfile } = await import('../../format/profile.ts');
    const { profileTransactions } = await tools();
    return formatProfile(await profileTransactions(chain, placed && [placed]), format);
  },
});
