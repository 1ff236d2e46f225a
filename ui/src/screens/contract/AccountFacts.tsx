import { useQuery } from '../../data/node/hooks.ts';
import { Amount } from '../../parts/values/Amount.tsx';

/** The balances in the fee tokens, and the nonce of a contract that exists. */
export function AccountFacts({ address, isDeployed }: { readonly address: string; readonly isDeployed: boolean }) {
  const at = { address, block_id: 'pre_confirmed' } as const;
  const strk = useQuery('sandbox_getAccountBalance', { ...at, unit: 'FRI' });
  const eth = useQuery('sandbox_getAccountBalance', { ...at, unit: 'WEI' });
  const nonce = useQuery(
    'chain_getNonce',
    isDeployed ? { block_id: 'pre_confirmed', contract_address: address } : undefined,
  );
  return (
    <dl class="tiles">
      <div class="tile">
        <dt>Balance</dt>
        <dd>{strk.data ? <Amount amount={strk.data.amount} unit="FRI" /> : '…'}</dd>
      </div>
      <div class="tile">
        <dt>Balance</dt>
        <dd>{eth.data ? <Amount amount={eth.data.amount} unit="WEI" /> : '…'}</dd>
      </div>
      {isDeployed && (
        <div class="tile">
          <dt>Nonce</dt>
          <dd>{nonce.data ? BigInt(nonce.data).toString() : '…'}</dd>
        </div>
      )}
    </dl>
  );
}
