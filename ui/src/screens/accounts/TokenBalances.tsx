import { useState } from 'preact/hooks';
import { contractOf } from '../../data/chain/recipientOf.ts';
import { readToken, type Token } from '../../data/contracts/token.ts';
import { useNode } from '../../data/node/hooks.ts';
import type { Account } from '../../data/transactions/sender.ts';
import { ADDRESS_HINT, AddressField } from '../../parts/contracts/AddressField.tsx';
import { Card } from '../../parts/layout/Card.tsx';
import { Table } from '../../parts/layout/Table.tsx';
import { Failure } from '../../parts/messages/messages.tsx';
import { inTokens, safeName, shortTokens } from '../../parts/values/format.ts';
import { Hash } from '../../parts/values/Hash.tsx';

/** The balances that accounts have of any token. */
export function TokenBalances({ accounts }: { readonly accounts: readonly Account[] }) {
  const node = useNode();
  const [token, setToken] = useState('');
  const [other, setOther] = useState('');
  const [shown, setShown] = useState<Token | Error>();
  const balances = async () => {
    const address = await contractOf(node, token);
    const more = other.trim() === '' ? [] : [await contractOf(node, other)];
    return readToken(node, address, [...more, ...accounts.map(({ address }) => address)]);
  };
  const read = async (event: Event) => {
    event.preventDefault();
    setShown(await balances().catch((error: Error) => error));
  };
  return (
    <Card title="Balances of any token">
      <form class="stack" onSubmit={read}>
        <div class="form-row">
          <AddressField label="Token" value={token} onChange={setToken} hint={`Its symbol, or ${ADDRESS_HINT}`} />
          <AddressField
            label="One more owner"
            value={other}
            onChange={setOther}
            hint={`If you like: ${ADDRESS_HINT}`}
          />
        </div>
        <div>
          <button type="submit" class="button" disabled={token.trim() === ''}>
            Read balances
          </button>
        </div>
        <div role="status">
          {shown instanceof Error && <Failure error={shown} />}
          {shown && !(shown instanceof Error) && (
            <Table
              label={`Balances of ${safeName(shown.symbol)}`}
              rows={shown.balances}
              keyOf={({ owner }) => owner}
              columns={[
                { name: 'Owner', cell: ({ owner }) => <Hash value={owner} kind="contract" /> },
                {
                  name: safeName(shown.symbol, 20),
                  cell: ({ amount }) => (
                    <span title={inTokens(amount, shown.decimals, shown.decimals)}>
                      {shortTokens(amount, shown.decimals)}
                    </span>
                  ),
                  isNumber: true,
                },
              ]}
            />
          )}
        </div>
      </form>
    </Card>
  );
}
