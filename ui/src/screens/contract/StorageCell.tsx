import { useState } from 'preact/hooks';
import { safeName } from '../../parts/values/format.ts';
import { NamedText } from '../../parts/values/NamedText.tsx';
import { ValueText } from '../../parts/values/ValueText.tsx';
import { WatchButton } from '../../parts/watch/WatchButton.tsx';
import { Writers } from './Writers.tsx';

interface Props {
  readonly address: string;
  /** What it is called: a path of names, or its key. */
  readonly path: string;
  readonly type?: string | undefined;
  /** What its writers are found by. */
  readonly cell: string;
  readonly value: string;
}

/** A cell with its value. A click shows its history. */
export function StorageCell({ address, path, type, cell, value }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        class="cell"
        aria-expanded={isOpen}
        title={`${safeName(path, 400)}: ${isOpen ? 'close' : 'open'} its history`}
        onClick={() => setOpen(!isOpen)}
      >
        <code>
          <NamedText text={path} max={120} />
        </code>
        {type !== undefined && <span class="muted">{safeName(type, 60)}</span>}
        <span class="value">
          <ValueText text={value} of={address} name={path} />
        </span>
      </button>
      {isOpen && <CellHistory address={address} cell={cell} />}
    </>
  );
}

/** Who wrote a cell, and the button that watches it. */
export const CellHistory = ({ address, cell }: Pick<Props, 'address' | 'cell'>) => (
  <div class="stack">
    <div>
      <WatchButton rule={{ kind: 'cell', address, cell }} />
    </div>
    <Writers address={address} cell={cell} />
  </div>
);
