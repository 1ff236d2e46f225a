import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';

interface DropFilesProps {
  /** The text of the button that chooses files. */
  readonly button: string;
  /** The files to offer, such as `.json`. Default: all. */
  readonly accept?: string;
  readonly onFiles: (files: readonly File[]) => void;
  /** What else can be done, and with which files. */
  readonly children: ComponentChildren;
}

/** Takes files that are chosen or dropped here. */
export function DropFiles({ button, accept, onFiles, children }: DropFilesProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button inside is the first.
    <div
      class={`drop${isOver ? ' over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      <label class="button" for={id}>
        {button}
      </label>
      <input
        id={id}
        class="visually-hidden"
        type="file"
        accept={accept}
        multiple
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          // So that the same file can be chosen again.
          event.currentTarget.value = '';
        }}
      />
      <span class="muted">{children}</span>
    </div>
  );
}
