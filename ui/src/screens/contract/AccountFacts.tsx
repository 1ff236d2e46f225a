import { feeTokens } from '../../data/contracts/feeTokens.ts';
import { useQuery } from '../../data/node/hooks.ts';
import { Amount } from '../../parts/values/Amount.tsx';
import { href } from '../../routing/router.ts';

interface Props {
  readonly address: string;
  readonly isDeployed: boolean;
  readonly isAccount?: boolean;
}

/** The balances in the fee tokens, and the nonce of a contract that exists. Contracts that are no accounts rarely have any. */
export function AccountFacts({ address, isDeployed, isAccount = false }: Props) {
  const at = { address, block_id: 'pre_confirmed' } as const;
  const strk = useQuery('sandbox_getAccountBalance', { ...at, unit: 'FRI' }).data;
  const eth = useQuery('sandbox_getAccountBalance', { ...at, unit: 'WEI' }).data;
  const nonce = useQuery(
    'chain_getNonce',
    isDeployed ? { block_id: 'pre_confirmed', contract_address: address } : undefined,
  ).data;
  const isShown = (value: string | undefined) =>
    isAccount || !isDeployed || (value !== undefined && BigInt(value) > 0n);
  const historyIn = (token: string) =>
    href(`/contract/${token}?${new URLSearchParams({ tab: 'storage', path: `ERC20_balances[${address}]` })}`);
  const balance = (symbol: keyof typeof feeTokens, found: typeof strk) => ({
    name: symbol,
    isShown: isShown(found?.amount),
    value: found && (
      <a href={historyIn(feeTokens[symbol])} title="Who changed it">
        <Amount amount={found.amount} unit={found.unit} />
      </a>
    ),
  });
  const tiles = [
    balance('STRK', strk),
    balance('ETH', eth),
    { name: 'Nonce', isShown: isDeployed && isShown(nonce), value: nonce && BigInt(nonce).toString() },
  ].filter((tile) => tile.isShown);
  if (tiles.length === 0) return null;
  return (
    <dl class="tiles">
      {tiles.map(({ name, value }) => (
        <div key={name} class="tile">
          <dt>{name === 'Nonce' ? name : 'Balance'}</dt>
          <dd>{value ?? '…'}</dd>
        </div>
      ))}
    </dl>
  );
}
