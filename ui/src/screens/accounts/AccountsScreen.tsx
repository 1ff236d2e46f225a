import { useState } from 'preact/hooks';
import { useQuery } from '../../data/node/hooks.ts';
import type { Account } from '../../data/transactions/sender.ts';
import { MintForm } from '../../parts/contracts/MintForm.tsx';
import { Card } from '../../parts/layout/Card.tsx';
import { Table } from '../../parts/layout/Table.tsx';
import { Empty, Loaded } from '../../parts/messages/messages.tsx';
import { Amount } from '../../parts/values/Amount.tsx';
import { Hash } from '../../parts/values/Hash.tsx';
import { TokenBalances } from './TokenBalances.tsx';

export default function AccountsScreen() {
  const accounts = useQuery('sandbox_getPredeployedAccounts', { with_balance: true });
  const [areKeysShown, setKeysShown] = useState(false);
  return (
    <div class="stack">
      <h1>Accounts</h1>
      <Card
        title="Predeployed accounts"
        more={
          <button type="button" class="button small" onClick={() => setKeysShown(!areKeysShown)}>
            {areKeysShown ? 'Hide keys' : 'Show keys'}
          </button>
        }
        isFlush
      >
        <Loaded query={accounts}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty title="This node has no predeployed accounts">Start it with --accounts 10 to have some.</Empty>
            ) : (
              <AccountTable accounts={rows} areKeysShown={areKeysShown} />
            )
          }
        </Loaded>
      </Card>
      <Card title="Mint">
        <MintForm />
      </Card>
      <TokenBalances accounts={accounts.data ?? []} />
    </div>
  );
}

function AccountTable({ accounts, areKeysShown }: { accounts: readonly Account[]; areKeysShown: boolean }) {
  const rows = accounts.map((account, index) => ({ ...account, index }));
  return (
    <Table
      label="Predeployed accounts"
      rows={rows}
      keyOf={({ address }) => address}
      columns={[
        { name: 'Account', cell: ({ index }) => index, isPlain: false },
        { name: 'Address', cell: ({ address }) => <Hash value={address} kind="contract" plain />, isPlain: true },
        {
          name: 'STRK',
          isPlain: true,
          cell: ({ balance }) => balance && <Amount amount={balance.strk.amount} unit="FRI" />,
          isNumber: true,
        },
        {
          name: 'ETH',
          isPlain: true,
          cell: ({ balance }) => balance && <Amount amount={balance.eth.amount} unit="WEI" />,
          isNumber: true,
        },
        ...(areKeysShown
          ? [
              { name: 'Public key', cell: ({ public_key }: Account) => <Hash value={public_key} /> },
              { name: 'Private key', cell: ({ private_key }: Account) => <Hash value={private_key} /> },
            ]
          : []),
      ]}
    />
  );
}
