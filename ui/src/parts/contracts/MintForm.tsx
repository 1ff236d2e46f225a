import { useState } from 'preact/hooks';
import { nameOf } from '../../data/chain/names.ts';
import { contractOf } from '../../data/chain/recipientOf.ts';
import { useNode } from '../../data/node/hooks.ts';
import { unitsOf } from '../../data/text/amounts.ts';
import { ActionButton, RefusalNote } from '../forms/ActionButton.tsx';
import { Choice, Field } from '../forms/Field.tsx';
import { Dialog } from '../layout/Dialog.tsx';
import { tell, tellFailure } from '../messages/Toasts.tsx';
import { safeName, shortHash, tokenOf } from '../values/format.ts';
import { ADDRESS_HINT, AddressField } from './AddressField.tsx';

interface Props {
  /** Who gets them; without it there is a field for that. */
  readonly address?: string;
  readonly onMinted?: () => void;
}

/** A form that gives somebody tokens from nothing. */
export function MintForm({ address: owner, onMinted }: Props) {
  const node = useNode();
  const [to, setTo] = useState(owner ?? 'account 0');
  const [amount, setAmount] = useState('1000');
  const [unit, setUnit] = useState<'FRI' | 'WEI'>('FRI');
  const units = unitsOf(amount);
  const mint = async (event: Event) => {
    event.preventDefault();
    if (units === undefined) return;
    try {
      const address = await contractOf(node, to);
      const { names } = await node.request('sandbox_getNames', { addresses: [address] });
      const name = nameOf(address, names[0]);
      await node.change('sandbox_mint', { address, amount: units.toString(), unit });
      tell(
        `${amount} ${tokenOf(unit)} were minted to ${name === undefined ? '' : `${safeName(name, 60)}, `}${shortHash(address)}.`,
      );
      onMinted?.();
    } catch (error) {
      tellFailure(error);
    }
  };
  return (
    <form class="stack" onSubmit={mint}>
      <RefusalNote method="sandbox_mint" />
      <div class="form-row">
        {owner === undefined && <AddressField label="To" value={to} onChange={setTo} hint={ADDRESS_HINT} />}
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
  );
}

/** A button that opens the form for one address. */
export function MintButton({ address }: { readonly address: string }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" class="button small" onClick={() => setOpen(true)}>
        Mint
      </button>
      {isOpen && (
        <Dialog title="Mint to this address" onClose={close}>
          <MintForm address={address} onMinted={close} />
        </Dialog>
      )}
    </>
  );
}
