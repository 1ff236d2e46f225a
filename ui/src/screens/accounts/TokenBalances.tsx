import { useState } from 'preact/hooks';
import { isHex } from '../../data/hex.ts';
import { useNode } from '../../data/hooks.ts';
import type { Account } from '../../data/sender.ts';
import { readToken, type Token } from '../../data/token.ts';
import { Card } from '../../parts/Card.tsx';
import { Field } from '../../parts/Field.tsx';
import { grouped, inTokens, safeName } from '../../parts/format.ts';
import { Hash } from '../../parts/Hash.tsx';
import { Failure } from '../../parts/messages.tsx';
import { Table } from '../../parts/Table.tsx';

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
                  cell: ({ amount }) => <span title={grouped(amount)}>{inTokens(amount, 6, shown.decimals)}</span>,
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
