import { useState } from 'preact/hooks';
import { recipientOf } from '../../data/chain/recipientOf.ts';
import { useNode } from '../../data/node/hooks.ts';
import { unitsOf } from '../../data/text/amounts.ts';
import { isHex } from '../../data/text/hex.ts';
import { ActionButton, RefusalNote } from '../../parts/forms/ActionButton.tsx';
import { Choice, Field } from '../../parts/forms/Field.tsx';
import { Card } from '../../parts/layout/Card.tsx';
import { tell, tellFailure } from '../../parts/messages/Toasts.tsx';
import { safeName, shortHash, tokenOf } from '../../parts/values/format.ts';

/** Gives somebody tokens from nothing. */
export function MintForm() {
  const node = useNode();
  const [to, setTo] = useState('account 0');
  const [amount, setAmount] = useState('1000');
  const [unit, setUnit] = useState<'FRI' | 'WEI'>('FRI');
  const units = unitsOf(amount);
  const mint = async (event: Event) => {
    event.preventDefault();
    if (units === undefined) return;
    try {
      const address = await recipientOf(node, to);
      await node.change('sandbox_mint', { address, amount: units.toString(), unit });
      tell(
        `${amount} ${tokenOf(unit)} were minted to ${isHex(to.trim()) ? '' : `${safeName(to.trim(), 60)}, `}${shortHash(address)}.`,
      );
    } catch (error) {
      tellFailure(error);
    }
  };
  return (
    <Card title="Mint">
      <form class="stack" onSubmit={mint}>
        <RefusalNote method="sandbox_mint" />
        <div class="form-row">
          <Field label="To" value={to} onChange={setTo} placeholder="0x…, account 0 or a label" />
          <Field
            label="Amount in tokens"
            value={amount}
            onChange={setAmount}
            wrong={units === undefined ? 'Give a number with at most 18 decimals, such as 0.5.' : undefined}
          />
          <Choice
            label="Token"
            value={unit}
            options={[
              { value: 'FRI', name: 'STRK' },
              { value: 'WEI', name: 'ETH' },
            ]}
            onChange={setUnit}
          />
        </div>
        <div>
          <ActionButton
            method="sandbox_mint"
            type="submit"
            class="button primary"
            disabled={units === undefined || to.trim() === ''}
          >
            Mint
          </ActionButton>
        </div>
      </form>
    </Card>
  );
}
