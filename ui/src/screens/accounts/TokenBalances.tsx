import { useState } from 'preact/hooks';
import { readToken, type Token } from '../../data/contracts/token.ts';
import { useNode } from '../../data/node/hooks.ts';
import { isHex } from '../../data/text/hex.ts';
import type { Account } from '../../data/transactions/sender.ts';
import { Field } from '../../parts/forms/Field.tsx';
import { Card } from '../../parts/layout/Card.tsx';
import { Table } from '../../parts/layout/Table.tsx';
import { Failure } from '../../parts/messages/messages.tsx';
import { grouped, inTokens, safeName } from '../../parts/values/format.ts';
import { Hash } from '../../parts/values/Hash.tsx';

/** The balances that accounts have of any token. */
export function TokenBalances({ accounts }: { readonly accounts: readonly Account[] }) {
  const node = useNode();
  const [token, setToken] = useState('');
  const [other, setOther] = useState('');
  const [shown, setShown] = useState<Token | Error>();
  const read = async (event: Event) => {
    event.preventDefault();
    const owners = [...(isHex(other.trim()) ? [other.trim()] : []), ...accounts.map(({ address }) => address)];
    setShown(await readToken(node, token.trim(), owners).catch((error: Error) => error));
  };
  return (
    <Card title="Balances of any token">
      <form class="stack" onSubmit={read}>
        <div class="form-row">
          <Field label="Address of the token" value={token} onChange={setToken} placeholder="0x…" />
          <Field label="One more owner" value={other} onChange={setOther} placeholder="0x… (optional)" />
        </div>
        <div>
          <button type="submit" class="button" disabled={!isHex(token.trim())}>
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
                    <span title={grouped(amount)}>{inTokens(amount, undefined, shown.decimals)}</span>
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
