import { useState } from 'preact/hooks';
import { useNode } from '../../data/node/hooks.ts';
import { ActionButton } from '../../parts/forms/ActionButton.tsx';
import { Choice, Field } from '../../parts/forms/Field.tsx';
import { Dialog } from '../../parts/layout/Dialog.tsx';
import { tell, tellFailure } from '../../parts/messages/Toasts.tsx';
import { type BlockMode, draftOf, type ModeDraft, modeOf, modeText } from './blockMode.ts';

const KINDS = [
  { value: 'transaction', name: 'a block per transaction' },
  { value: 'demand', name: 'on demand: when you make a block' },
  { value: 'interval', name: 'every N seconds' },
  { value: 'mempool', name: 'a mempool: transactions wait until they are selected' },
] as const;

/** A button that lets somebody choose when blocks are made. */
export function BlockModeButton({ mode }: { readonly mode: BlockMode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton
        method="sandbox_setBlockMode"
        class="button small"
        aria-label="Change the block mode"
        onClick={() => setOpen(true)}
      >
        Change
      </ActionButton>
      {isOpen && (
        <Dialog title="When blocks are made" onClose={() => setOpen(false)}>
          <ModeForm mode={mode} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

function ModeForm({ mode, onDone }: { readonly mode: BlockMode; readonly onDone: () => void }) {
  const node = useNode();
  const [draft, setDraft] = useState<ModeDraft>(() => draftOf(mode));
  const chosen = modeOf(draft);
  const set = (event: Event) => {
    event.preventDefault();
    if (chosen === undefined) return;
    node.change('sandbox_setBlockMode', { mode: chosen }).then(() => {
      tell('The block mode was changed.');
      onDone();
    }, tellFailure);
  };
  return (
    <form class="stack" onSubmit={set}>
      <p class="muted">Now: {modeText(mode)}.</p>
      <Choice label="Block mode" value={draft.kind} options={KINDS} onChange={(kind) => setDraft({ ...draft, kind })} />
      {(draft.kind === 'interval' || draft.kind === 'mempool') && (
        <Field
          label={draft.kind === 'interval' ? 'Seconds' : 'Seconds between blocks (optional)'}
          value={draft.seconds}
          wrong={
            chosen === undefined && draft.seconds !== '' ? 'A whole number from 1 to 2,000,000 is needed.' : undefined
          }
          onChange={(seconds) => setDraft({ ...draft, seconds })}
        />
      )}
      <div>
        <button type="submit" class="button primary" disabled={chosen === undefined}>
          Set the block mode
        </button>
      </div>
    </form>
  );
}
