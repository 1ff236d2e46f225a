import { useState } from 'preact/hooks';
import { labels, setLabel } from '../../data/stores/labels.ts';
import { useStore } from '../../data/stores/store.ts';
import { Field } from '../../parts/forms/Field.tsx';
import { Dialog } from '../../parts/layout/Dialog.tsx';

/** Gives an address a name of the user's own, which this browser keeps and shows everywhere. */
export function LabelButton({ address }: { readonly address: string }) {
  const label = useStore(labels).get(address);
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const open = () => {
    setText(label ?? '');
    setOpen(true);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setLabel(address, text);
    setOpen(false);
  };
  return (
    <>
      <button type="button" class="button small" onClick={open}>
        {label === undefined ? 'Add a label' : 'Change the label'}
      </button>
      {isOpen && (
        <Dialog title="Label of this address" onClose={() => setOpen(false)}>
          <form class="stack" onSubmit={submit}>
            <Field
              label="Label"
              value={text}
              onChange={setText}
              hint="Only this browser keeps it. Empty takes it away."
            />
            <div>
              <button type="submit" class="button primary">
                Save
              </button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  );
}
