import { useState } from 'preact/hooks';
import { useNode } from '../../data/node/hooks.ts';
import { ActionButton } from '../../parts/forms/ActionButton.tsx';
import { Field } from '../../parts/forms/Field.tsx';
import { Dialog } from '../../parts/layout/Dialog.tsx';
import { tell, tellFailure } from '../../parts/messages/Toasts.tsx';
import { price } from '../../parts/values/format.ts';
import { type GasPrices, PRICES, type PriceDrafts, priceParams, readPrice } from './gasPrice.ts';

interface Props {
  /** Those of the open block. */
  readonly prices: GasPrices;
}

/** A button that lets somebody set the gas prices. */
export function GasPriceButton({ prices }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton
        method="sandbox_setGasPrice"
        class="button small"
        aria-label="Set the gas prices"
        onClick={() => setOpen(true)}
      >
        Set
      </ActionButton>
      {isOpen && (
        <Dialog title="Gas prices" onClose={() => setOpen(false)}>
          <PriceForm prices={prices} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

function PriceForm({ prices, onDone }: Props & { readonly onDone: () => void }) {
  const node = useNode();
  const [drafts, setDrafts] = useState<PriceDrafts>({ l2_gas: '', l1_gas: '', l1_data_gas: '' });
  const params = priceParams(drafts);
  const set = (event: Event) => {
    event.preventDefault();
    if (!params) return;
    node.change('sandbox_setGasPrice', params).then(() => {
      tell('The gas prices hold from the next block on.');
      onDone();
    }, tellFailure);
  };
  return (
    <form class="stack" onSubmit={set}>
      <p class="muted">New prices hold from the next block on: the open block keeps its own. What is empty stays.</p>
      {PRICES.map(({ gas, label }) => (
        <Field
          key={gas}
          label={label}
          value={drafts[gas]}
          placeholder={price(prices[gas].price_in_fri, 'fri')}
          wrong={drafts[gas].trim() !== '' && !readPrice(drafts[gas]) ? 'Write 5 gfri, 1 gwei, or 250 fri.' : undefined}
          hint="in fri or wei, such as 5 gfri or 1 gwei"
          onChange={(text) => setDrafts({ ...drafts, [gas]: text })}
        />
      ))}
      <div>
        <button type="submit" class="button primary" disabled={!params}>
          Set the prices
        </button>
      </div>
    </form>
  );
}
