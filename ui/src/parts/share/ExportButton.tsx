import { useState } from 'preact/hooks';
import { ActionButton } from '../forms/ActionButton.tsx';
import { Lazy } from '../layout/Lazy.tsx';

interface Props {
  readonly hash: string;
  /** The step of the debugger; that of the failure, or the start, if it is left out. */
  readonly moment?: number | undefined;
}

/** Gives a transaction to somebody who has neither this node nor the sources, at a moment of the debugger. */
export function ExportButton({ hash, moment }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton
        method="sandbox_exportTransaction"
        class="button small"
        title="A file or a link for somebody who has neither this node nor the sources"
        onClick={() => setOpen(true)}
      >
        Export
      </ActionButton>
      {isOpen && (
        <Lazy load={() => import('./ExportDialog.tsx')}>
          {({ ExportDialog }) => <ExportDialog hash={hash} moment={moment} onClose={() => setOpen(false)} />}
        </Lazy>
      )}
    </>
  );
}
